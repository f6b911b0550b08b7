// TS2561: Did you mean to write 'image'?
import { deployment } from "../../../components/model/authoring";

deployment({
  metadata: { name: "web" },
  spec: { selector: {}, template: { spec: { containers: [{ name: "web", imagee: "x" }] } } },
});
