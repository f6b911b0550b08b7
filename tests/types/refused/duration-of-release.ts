// TS2322: Type '"5min"' is not assignable to type
import { helmRelease } from "../../../components/model/authoring";

helmRelease({ metadata: { name: "web" }, spec: { interval: "5min" } });
