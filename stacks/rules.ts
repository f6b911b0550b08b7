import type { Allowance } from "../components/validation/allowance";
import type { Rule } from "../components/validation/rule";

/**
 * Rules of your own, run with those of the gate over everything that is built; each has a code that no other has. For example, that every
 * Deployment of production has at least two replicas:
 *
 *     import { describeObject } from "../components/model/object";
 *     import { at } from "../components/validation/read/fields";
 *     import type { Rule } from "../components/validation/rule";
 *
 *     export const rules: readonly Rule[] = [
 *       {
 *         code: "single-replica",
 *         scope: "environment",
 *         about: "production runs every Deployment at least twice",
 *         check: ({ name, objects }) =>
 *           objects
 *             .filter(({ object }) => name === "production" && object.kind === "Deployment")
 *             .filter(({ object }) => Number(at(object, "spec", "replicas") ?? 1) < 2)
 *             .map(({ object, origin }) => ({
 *               path: origin,
 *               resource: describeObject(object),
 *               message: "runs once; set its replicas in stacks/production.ts",
 *             })),
 *       },
 *     ];
 */
export const rules: readonly Rule[] = [];

/**
 * Objects that may break a rule, each with its reason; one that is no longer needed is reported. For example:
 *
 *     { rule: "missing-config", object: "Deployment web/web", reason: "its Secret web-token is made by the operator of the database" }
 */
export const allowances: readonly Allowance[] = [];
