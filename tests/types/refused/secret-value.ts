// TS2322: Type 'string' is not assignable to type 'SecretKey'
import { sealedSecret } from "../../../components/model/authoring";

sealedSecret({ TOKEN: "the value itself" });
