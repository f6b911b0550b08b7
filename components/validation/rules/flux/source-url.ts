import { describeObject, type KubernetesObject } from "../../../model/object";
import { stringAt } from "../../read/fields";
import { isFluxObject } from "../../read/flux";
import type { EnvironmentRule } from "../../rule";

const schemes: Readonly<Record<string, RegExp>> = {
  GitRepository: /^(https?|ssh):\/\//,
  OCIRepository: /^oci:\/\//,
  HelmRepository: /^(https?|oci):\/\//,
};

/** Flux rejects addresses that Git itself takes, and a token in an address ends up in Git and in the cluster. */
export const sourceUrl: EnvironmentRule = {
  code: "source-url",
  scope: "environment",
  about: "the URL of every source has a scheme that Flux accepts, and no credentials in it",
  check({ objects }) {
    return objects.flatMap(({ object, origin }) => {
      const problem = problemOf(object);
      return problem === undefined ? [] : [{ path: origin, resource: describeObject(object), message: problem }];
    });
  },
};

function problemOf(object: KubernetesObject): string | undefined {
  const scheme = schemes[object.kind];
  const url = stringAt(object, "spec", "url");
  if (scheme === undefined || url === undefined || !isFluxObject(object)) return undefined;
  const scp = /^([\w.-]+@[\w.-]+):(?!\/\/)(.+)$/.exec(url);
  if (scp !== null) return `spec.url ${url} is in scp form, which Flux rejects; write ssh://${scp[1]}/${scp[2]}`;
  if (!scheme.test(url))
    return `spec.url ${hidden(url)} has no scheme that ${object.kind} accepts; it takes ${scheme.source.replace(/\\|\^/g, "")}`;
  if (/^https?:\/\/[^/]*@/.test(url) || /^\w+:\/\/[^/@]*:[^/@]*@/.test(url))
    return `spec.url ${hidden(url)} holds credentials; put them into the Secret of spec.secretRef`;
  if (/[?&][^=]*(?:token|key|password|secret)[^=]*=/i.test(url))
    return `spec.url ${hidden(url)} holds credentials in its query; put them into the Secret of spec.secretRef`;
  if (object.kind === "HelmRepository" && url.startsWith("oci://") && stringAt(object, "spec", "type") !== "oci")
    return `spec.url ${url} is an OCI registry; set spec.type: oci`;
  return undefined;
}

function hidden(url: string): string {
  return url.replace(/\/\/[^/@]*@/, "//***@").replace(/\?.*$/, "?***");
}
