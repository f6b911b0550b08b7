import { createHash } from "node:crypto";
import type { URN } from "@pulumi/pulumi";
import { main, type Provider } from "@pulumi/pulumi/provider";

/**
 * Stands in for the plugin of @pulumi/github, which cannot be had from package registries: the engine starts it as it would start that
 * one, and it hands every call to the world that the test keeps. Like the real one it makes a deploy key anew when anything of it changes.
 */
const world = process.env["FAKE_WORLD"] ?? "";

async function ask(
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${world}/github${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`GitHub answered ${response.status}: ${String(answer["message"])}`);
  return answer;
}

function kindOf(urn: URN): string {
  return urn.split("::")[2]?.split("$").at(-1)?.split(":").at(-1) ?? "";
}

/** The engine sends a secret in an envelope. */
function opened(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  if ("4dabf18193072939515e22adb298388d" in value) return opened(Reflect.get(value, "value"));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, opened(part)]));
}

/** Of a repository, what can be set. */
const repositorySettings = ["name", "visibility", "hasIssues"];

const provider: Provider = {
  version: "6.15.0",
  check: (_urn, _olds, news: unknown) => Promise.resolve({ inputs: news }),
  diff: (_id, urn, ...[olds, news]: readonly Record<string, unknown>[]) => {
    if (olds === undefined || news === undefined) throw new Error("the engine sends both");
    const differs = (key: string): boolean => JSON.stringify(opened(olds[key])) !== JSON.stringify(opened(news[key]));
    const settings = [
      ...Object.keys(news),
      ...repositorySettings.filter((key) => kindOf(urn) === "Repository" && key in olds),
    ];
    const changed = [...new Set(settings)].filter((key) => key !== "__defaults" && differs(key));
    const replaces = kindOf(urn) === "RepositoryDeployKey" ? changed : [];
    return Promise.resolve({ changes: changed.length > 0, replaces });
  },
  create: async (urn, inputs: Record<string, unknown>) => {
    const plain = opened(inputs) as Record<string, unknown>;
    const { id } = await ask("POST", `/${kindOf(urn)}`, plain);
    return { id: String(id), outs: { ...plain, fullName: `example/${String(plain["name"])}` } };
  },
  read: async (id, urn) => {
    const props = await ask("GET", `/${kindOf(urn)}/${id}`);
    const inputs = Object.fromEntries(Object.entries(props).filter(([key]) => repositorySettings.includes(key)));
    return { id, props, inputs };
  },
  update: async (id, urn, ...[, news]: readonly unknown[]) => {
    await ask("PATCH", `/${kindOf(urn)}/${id}`, opened(news));
    return { outs: opened(news) };
  },
  delete: async (id, urn) => {
    await ask("DELETE", `/${kindOf(urn)}/${id}`);
  },
  invoke: async (_token, { fullName }: { readonly fullName: string }) => ({
    outputs: await ask("GET", `/repository/${createHash("sha1").update(fullName).digest("hex")}`),
  }),
};

void main(provider, process.argv.slice(2));
