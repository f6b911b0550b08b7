// TS2322: Property '$new' is missing
import { overlay } from "../../../components/model/authoring";
import { web } from "../fixture";

overlay(web, {
  patches: { deployment: { spec: { template: { spec: { initContainers: [{ name: "web", args: [] }] } } } } },
});
