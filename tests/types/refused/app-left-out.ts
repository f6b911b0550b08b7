// TS2345: Property 'worker' is missing
import { overlay, overlaysOf } from "../../../components/model/authoring";
import { apps, web } from "../fixture";

overlaysOf(apps, { web: overlay(web, {}) });
