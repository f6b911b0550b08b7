// TS2353: 'name' does not exist in type '{ readonly $patch: "replace"
import { overlay } from "../../../components/model/authoring";
import { web } from "../fixture";

overlay(web, {
  patches: {
    deployment: { spec: { template: { spec: { volumes: [{ name: "tmp", $patch: "replace", emptyDir: {} }] } } } },
  },
});
