// TS2353: 'imagee' does not exist in type
import { overlay } from "../../../components/model/authoring";
import { web } from "../fixture";

overlay(web, {
  patches: { deployment: { spec: { template: { spec: { containers: [{ name: "web", imagee: "x" }] } } } } },
});
