// TS2322: is not assignable to type '"not deployed" | OverlayOf<
import { notDeployed, overlay, overlaysOf } from "../../../components/model/authoring";
import { apps, web } from "../fixture";

overlaysOf(apps, { web: notDeployed, worker: overlay(web, {}) });
