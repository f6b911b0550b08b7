// TS2353: kustomise-controller
import { environment } from "../../../components/model/authoring";
import { settings } from "../fixture";

environment("staging", { ...settings, controllers: { "kustomise-controller": { args: { concurrent: 2 } } } }, () => []);
