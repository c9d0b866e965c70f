type Path = readonly (string | number)[];

const isIDName = (name: string): boolean => /^ids?$|IDs?$/.test(name);

/** Paths of record ids in a body: fields named `id`, `ids`, `...ID` and `...IDs` with texts, at any depth. */
export function idFieldsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => idFieldsOf(item, [...path, index]));
  return Object.entries(value).flatMap(([name, item]) => {
    const isText = typeof item === 'string' || (Array.isArray(item) && typeof item[0] === 'string');
    return isIDName(name) && isText ? [[...path, name]] : idFieldsOf(item, [...path, name]);
  });
}

/** The body with another id in one field; a list gets it as its only entry. */
export function withID(value: unknown, [name, ...rest]: Path, id: string): unknown {
  if (name === undefined) return Array.isArray(value) ? [id] : id;
  const changed = Array.isArray(value) ? [...value] : { ...(value as object) };
  Object.assign(changed, { [name]: withID((value as Record<string | number, unknown>)[name], rest, id) });
  return changed;
}

/**
 * The table whose records a name means: the table with the name's last words (`salesOrderID`), otherwise one that ends
 * with them (`addressID`: `core.party_address`). An account in a path of the specification is a party.
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

/** Prefix of an id's record type: `so` for `so_01h...`; undefined for other values. */
export const idPrefixOf = (id: unknown): string | undefined =>
  typeof id === 'string' ? /^([a-z_]+)_[0-7][0-9a-hjkmnp-tv-z]{25}$/.exec(id)?.[1] : undefined;

/** The id in a field; of a list, the first one. */
export const idAt = (value: unknown, path: Path): unknown =>
  [path.reduce<unknown>((inner, name) => (inner as Record<string | number, unknown>)[name], value)].flat()[0];
