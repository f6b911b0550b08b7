// TS2741: Property '"name"' is missing
import { overlay } from "../../../components/model/authoring";
import { web } from "../fixture";

overlay(web, {
  patches: { deployment: { spec: { template: { spec: { containers: [{ name: "web", env: [{ value: "1" }] }] } } } } },
});
