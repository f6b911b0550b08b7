import { base, deployment, merge, operations, patching, type RefusedBuild, replace, service } from "./refused-pieces";

/** Every kind of refusal. */
export const refusedBuilds: readonly RefusedBuild[] = [
  {
    title: "every patch whose target is not there",
    files: {
      ...base,
      "app/kustomization.yaml": patching("path: a.yaml", "path: good.yaml", "path: b.yaml"),
      "app/a.yaml": merge("Deployment", "wbe"),
      "app/good.yaml": merge("Deployment", "web"),
      "app/b.yaml": merge("Service", "wbe", "v1"),
    },
    told: [
      ["app/a.yaml (Deployment wbe)", /patches Deployment wbe, which app does not have; objects here: Deployment web/],
      [
        "app/b.yaml (Service wbe)",
        /objects here: Service web.*correct kind and metadata\.name.*\(kustomize: no resource/,
      ],
    ],
    objects: 2,
  },
  {
    title: "every operation whose path is not there, and carries out the others",
    files: {
      ...base,
      "app/kustomization.yaml": patching(
        operations(
          replace("/spec/strategi/type", 3),
          replace("/spec/replicas", 3),
          replace("/spec/template/spec/x/y", 1),
        ),
      ),
    },
    told: [
      [
        "app/kustomization.yaml (Deployment web)",
        /operation 1 \(replace \/spec\/strategi\/type\) finds no "strategi" at \/spec, which has template, replicas/,
      ],
      [
        "app/kustomization.yaml (Deployment web)",
        /operation 3 .* finds no "x" at \/spec\/template\/spec, which has containers/,
      ],
    ],
    objects: 2,
  },
  {
    title: "a test that fails, with what is there",
    files: {
      ...base,
      "app/kustomization.yaml": patching(operations('{"op":"test","path":"/spec/replicas","value":7}')),
    },
    told: [["app/kustomization.yaml (Deployment web)", /expects 7, and finds 1/]],
    objects: 2,
  },
  {
    title: "YAML that cannot be read, with its line in a file of several documents",
    files: {
      ...base,
      "base/service.yaml": `${service}---\nkind: [\n---\n${service.replace("name: web", "name: other")}`,
      "app/kustomization.yaml": patching("path: p.yaml"),
      "app/p.yaml": "spec: [a\n b: c\n",
    },
    told: [
      ["app/p.yaml", /no YAML that can be read: line 1/],
      ["base/service.yaml", /no YAML that can be read: line (8|9)/],
    ],
    objects: 3,
  },
  {
    title: "an object that is there already, with where",
    files: {
      ...base,
      "app/kustomization.yaml": "namespace: web\nresources: [../base, more.yaml]\n",
      "app/more.yaml": deployment,
    },
    told: [["app/more.yaml (Deployment web)", /comes from base\/deployment\.yaml .* keep it in one of the two/]],
    objects: 2,
  },
  {
    title: "files that are missing, with the one that was meant, and those outside of the repository",
    files: {
      ...base,
      "app/kustomization.yaml": "resources: [../base, servce.yaml, ../../../outside, /etc/passwd]\n",
      "app/service.yaml": service,
    },
    told: [
      ["app/kustomization.yaml", /"\.\.\/\.\.\/\.\.\/outside", which leaves the repository/],
      ["app/kustomization.yaml", /"\/etc\/passwd", an absolute path/],
      ["app/kustomization.yaml", /"servce\.yaml", which does not exist; did you mean "service\.yaml"\?/],
    ],
    objects: 2,
  },
  {
    title: "a misspelt path and what is wrong behind it",
    files: {
      ...base,
      "app/kustomization.yaml":
        "resources: [../base, mor.yaml]\npatches: [{ path: paches.yaml }, { path: web.yaml }]\n",
      "app/more.yaml": service.replace("name: web", "name: more"),
      "app/patches.yaml": merge("Service", "more", "v1"),
      "app/web.yaml": merge("Deployment", "webb"),
    },
    told: [
      [
        "app/kustomization.yaml",
        /patches\[0\] lists "paches\.yaml", which does not exist; did you mean "patches\.yaml"\?/,
      ],
      ["app/kustomization.yaml", /resources\[1\] lists "mor\.yaml", which does not exist; did you mean "more\.yaml"\?/],
      ["app/web.yaml (Deployment webb)", /objects here: Deployment web/],
    ],
    objects: 3,
  },
  {
    title: "generators: missing files, malformed and repeated entries",
    files: {
      ...base,
      "app/kustomization.yaml":
        "resources: [../base]\nconfigMapGenerator:\n  - { name: a, files: [no.txt] }\n  - { name: b, literals: [odd] }\n  - { name: c, literals: [x=1, x=2] }\n  - { name: d, literals: [x=1] }\nsecretGenerator:\n  - { name: e, literals: [hidden-value] }\n",
    },
    told: [
      ["app/kustomization.yaml (ConfigMap a)", /reads "no\.txt", which does not exist/],
      ["app/kustomization.yaml (ConfigMap b)", /literals\[0\] "odd" is not of the form key=value/],
      ["app/kustomization.yaml (ConfigMap c)", /gives the entry x twice/],
      [
        "app/kustomization.yaml (Secret e)",
        /^secretGenerator\[0\]: literals\[0\] is not of the form key=value; correct it$/,
      ],
    ],
    objects: 3,
  },
  {
    title: "a misspelt field, and what is wrong with what it holds",
    files: {
      ...base,
      "app/kustomization.yaml": patching("path: a.yaml").replace("patches", "patchs"),
      "app/a.yaml": merge("Deployment", "wbe"),
    },
    told: [
      ["app/a.yaml (Deployment wbe)", /which app does not have/],
      ["app/kustomization.yaml", /the field "patchs", which kustomize does not know; did you mean "patches"\?/],
    ],
    objects: 2,
  },
  {
    title: "values of a wrong type, unknown fields of entries and circles",
    files: {
      ...base,
      "app/kustomization.yaml":
        "resources: [../base, ../circle]\nnamespace: [web]\nreplicas: [{ name: wbe, count: 2 }]\nimages: [{ nam: x }]\n",
      "circle/kustomization.yaml": "resources: [../app]\n",
    },
    told: [
      ["app/kustomization.yaml", /images\[0\] has the field nam, .* known: name, newName/],
      ["app/kustomization.yaml", /namespace holds a list, where kustomize wants a string/],
      ["app/kustomization.yaml", /replicas of "wbe", which no workload here is called; workloads here: Deployment web/],
      ["circle/kustomization.yaml", /leads back to circle: a circle/],
    ],
    objects: 2,
  },
  {
    title: "no patch that only misses what was left out",
    files: {
      ...base,
      "base/deployment.yaml": deployment.replace("replicas: 1", "replicas: : 1"),
      "app/kustomization.yaml": patching("path: a.yaml", "path: b.yaml"),
      "app/a.yaml": merge("Deployment", "web"),
      "app/b.yaml": merge("Service", "wbe", "v1"),
    },
    told: [
      ["app/b.yaml (Service wbe)", /objects here: Service web/],
      ["base/deployment.yaml", /no YAML that can be read: line 6/],
    ],
    objects: 1,
  },
  {
    title: "a kustomization that cannot be read, and goes on with the others of its parent",
    files: {
      ...base,
      "app/kustomization.yaml": "namePrefix: a-\nresources: [../base, ../odd]\n",
      "odd/kustomization.yaml": "a: [b\n",
    },
    told: [["odd/kustomization.yaml", /no kustomization that can be read: line 2.*nothing of odd is built/]],
    objects: 2,
  },
];
