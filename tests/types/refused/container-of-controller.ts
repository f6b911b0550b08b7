// TS2322: Property '$new' is missing
import { environment } from "../../../components/model/authoring";
import { settings } from "../fixture";

const patch = { spec: { template: { spec: { containers: [{ name: "manger", args: null }] } } } } as const;
environment("staging", { ...settings, controllers: { "helm-controller": { patch } } }, () => []);
