import { homepage } from "./homepage";
import { web } from "./web";
import { whoami } from "./whoami";

export { cloudflared } from "./cloudflared";
export { publicIngress } from "./public-ingress";

/** Every app. Each environment says of each of them how it runs there, or that it does not. */
export const apps = { web, homepage, whoami };
