/** Records which fields a reader looks at, so that those it does not know can be named. */
export interface Watched {
  readonly value: unknown;
  /** JSON pointers of the fields that were never looked at, inside objects of which others were. */
  unread(): readonly string[];
}

/** The keys of a value at any depth, without its scalars: equal for objects that have the same fields. */
export function shapeOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return "";
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].join("|")}]`;
  return `{${Object.entries(value)
    .map(([key, entry]) => `${JSON.stringify(key)}:${shapeOf(entry)}`)
    .join()}}`;
}

interface Visit {
  readonly target: object;
  readonly pointer: string;
  readonly read: Set<string>;
  /** Set when all keys were listed: the reader takes any key. */
  listed: boolean;
}

/**
 * Wraps a value so that a validator's reads are seen. A validator reads every field that its schema knows of, and lists the keys of a free-form map; a field of the
 * value that it did not read is unknown to the schema.
 */
export function watch(root: unknown): Watched {
  const visits: Visit[] = [];
  const wrap = (value: unknown, pointer: string): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const visit: Visit = { target: value, pointer, read: new Set(), listed: false };
    visits.push(visit);
    return watched(visit, wrap);
  };
  return { value: wrap(root, ""), unread: () => visits.flatMap(unreadOf) };
}

function watched(visit: Visit, wrap: (value: unknown, pointer: string) => unknown): unknown {
  const children = new Map<string, unknown>();
  return new Proxy(visit.target, {
    get(target, key) {
      if (typeof key === "symbol") return Reflect.get(target, key) as unknown;
      visit.read.add(key);
      if (!children.has(key)) children.set(key, wrap(Reflect.get(target, key), `${visit.pointer}/${escaped(key)}`));
      return children.get(key);
    },
    ownKeys(target) {
      visit.listed = true;
      return Reflect.ownKeys(target);
    },
  });
}

/** An object of which nothing was read has a schema without fields. */
function unreadOf({ target, pointer, read, listed }: Visit): readonly string[] {
  if (Array.isArray(target) || listed || read.size === 0) return [];
  return Object.keys(target)
    .filter((key) => !read.has(key))
    .map((key) => `${pointer}/${escaped(key)}`);
}

function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
