import { ingress, type Ingress } from "../../components/model/authoring";

/** Routes a host name to the port `http` of the Service that has the app's name. */
export function publicIngress(app: string, host: string): Ingress {
  const backend = { service: { name: app, port: { name: "http" } } };
  return ingress({
    metadata: { name: app, labels: { "app.kubernetes.io/name": app } },
    spec: { rules: [{ host, http: { paths: [{ path: "/", pathType: "Prefix", backend }] } }] },
  });
}
