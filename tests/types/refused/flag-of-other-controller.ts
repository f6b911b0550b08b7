// TS2353: oom-watch-interval
import { environment } from "../../../components/model/authoring";
import { settings } from "../fixture";

const noLayers = (): [] => [];
environment(
  "staging",
  { ...settings, controllers: { "kustomize-controller": { args: { "oom-watch-interval": "1s" } } } },
  noLayers,
);
