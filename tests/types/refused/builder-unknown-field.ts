// TS2561: Did you mean to write 'replicas'?
import { deployment } from "../../../components/model/authoring";

deployment({
  metadata: { name: "web" },
  spec: { replicass: 1, selector: {}, template: { spec: { containers: [{ name: "web" }] } } },
});
