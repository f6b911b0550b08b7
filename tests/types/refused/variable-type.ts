// TS2322: Type '"adress"' is not assignable
import { defineVariables } from "../../../components/model/authoring";

defineVariables({ publicAddress: "adress" });
