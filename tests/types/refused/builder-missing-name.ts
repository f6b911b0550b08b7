// TS2741: Property 'name' is missing
import { configMap } from "../../../components/model/authoring";

configMap({ metadata: {}, data: {} });
