type Path = readonly (string | number)[];

const isIDName = (name: string): boolean => /^ids?$|IDs?$/.test(name);

/**
 * Where in a body ids of records stand: fields named `id`, `ids`, `...ID` and `...IDs` that hold texts, at any depth.
 */
export function idFieldsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => idFieldsOf(item, [...path, index]));
  return Object.entries(value).flatMap(([name, item]) => {
    const isText = typeof item === 'string' || (Array.isArray(item) && typeof item[0] === 'string');
    return isIDName(name) && isText ? [[...path, name]] : idFieldsOf(item, [...path, name]);
  });
}

/** The body with another id in one field; lists get it as their only one. */
export function withID(value: unknown, [name, ...rest]: Path, id: string): unknown {
  if (name === undefined) return Array.isArray(value) ? [id] : id;
  const changed = Array.isArray(value) ? [...value] : { ...(value as object) };
  Object.assign(changed, { [name]: withID((value as Record<string | number, unknown>)[name], rest, id) });
  return changed;
}

/**
 * The table whose records a name speaks of: the one that its last words name (`salesOrderID`), else one that ends in
 * them (`addressID`: `core.party_address`). What the spec calls an account in a path is a party.
 */
export function tableNamed(name: string, tables: Iterable<string>): string | undefined {
  const words = name
    .replace(/IDs?$/, '')
    .replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    .replace(/^_/, '');
  const meant = words === 'account' || words === 'parent' || words === 'child_account' ? 'party' : words;
  const baseOf = (table: string): string => table.split('.')[1] ?? '';
  const fits = [...tables].filter((table) => `_${meant}`.endsWith(`_${baseOf(table)}`));
  const ends = [...tables].filter((table) => `_${baseOf(table)}`.endsWith(`_${meant}`));
  return (
    fits.sort((a, b) => baseOf(b).length - baseOf(a).length)[0] ??
    ends.sort((a, b) => baseOf(a).length - baseOf(b).length)[0]
  );
}

/** What the record type of an id begins with: `so` for `so_01h...`; undefined for what has not the form of an id. */
export const idPrefixOf = (id: unknown): string | undefined =>
  typeof id === 'string' ? /^([a-z_]+)_[0-7][0-9a-hjkmnp-tv-z]{25}$/.exec(id)?.[1] : undefined;

/** The id that stands in a field, the first of a list. */
export const idAt = (value: unknown, path: Path): unknown =>
  [path.reduce<unknown>((inner, name) => (inner as Record<string | number, unknown>)[name], value)].flat()[0];
