import { hash } from 'node:crypto';
import type { ChangeSet } from './change-set.entity.ts';
import type { RowChange } from './change-set-work.ts';

/** Field and label of a change, as the set names them once for all of its rows. */
export type ChangeName = [field: string, label: string];

/** Names that a set remembers; where every row has labels of its own, the rest stand with their rows. */
const mostNames = 200;

/**
 * Packs changes for storing, the names of each by its place in the set's `names`, which grow: a row of an import has a
 * dozen changes, and two thirds of their JSON would be what all rows share. Answers JSON of `[name, from, to, name,
 * from, to, ...]`; the same changes of the same set have the same JSON at any time.
 */
export function changePacker(set: Pick<ChangeSet, 'names'>): (changes: readonly RowChange[]) => string {
  const places = new Map(set.names.map(([field, label], place) => [`${field}\0${label}`, place]));
  return (changes) =>
    JSON.stringify(
      changes.flatMap(({ field, label, from, to }) => {
        const key = `${field}\0${label}`;
        let name: number | ChangeName | undefined = places.get(key);
        if (name === undefined && places.size < mostNames) {
          name = places.size;
          places.set(key, name);
          set.names = [...set.names, [field, label]];
        }
        return [name ?? [field, label], from, to];
      }),
    );
}

/** The changes again; those of rows that were judged before changes were packed are objects. */
export function unpackedChanges(packed: readonly unknown[], names: readonly ChangeName[]): RowChange[] {
  if (isUnpacked(packed)) return packed;
  return Array.from({ length: packed.length / 3 }, (_, index) => {
    const [name, from, to] = packed.slice(index * 3) as [number | ChangeName, unknown, unknown];
    const [field, label] = typeof name === 'number' ? (names[name] as ChangeName) : name;
    return { field, label, from, to };
  });
}

const isUnpacked = (packed: readonly unknown[]): packed is RowChange[] =>
  typeof packed[0] === 'object' && !Array.isArray(packed[0]);

/**
 * Digest of packed changes. Before a row is written they are compared with those that were shown: reading them back for
 * that took a tenth of the whole import.
 */
export const digestOf = (packed: string): string => hash('sha256', packed, 'base64url').slice(0, 22);
