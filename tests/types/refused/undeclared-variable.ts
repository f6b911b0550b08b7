// TS2551: Property 'publicAdress' does not exist
import { configMap, defineVariables } from "../../../components/model/authoring";

const variables = defineVariables({ publicAddress: "ip" });
configMap({ metadata: { name: "a" }, data: { address: variables.publicAdress } });
