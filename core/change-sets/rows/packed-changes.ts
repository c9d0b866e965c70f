import { hash } from 'node:crypto';
import type { ChangeSet } from '../change-set.entity.ts';
import type { RowChange } from '../run/change-set-action.ts';
import type { ChangeName } from './change-name.ts';

/** Largest number of names per set. If every row has labels of its own, further names are stored with their rows. */
const mostNames = 200;

/**
 * Packs changes for storage, with names as indexes into the set's growing `names`: an imported row has a dozen changes,
 * and two thirds of their JSON would be common to all rows. Returns JSON of `[name, from, to, name, from, to, ...]`;
 * equal changes of a set always give equal JSON.
 */
export function changePacker(set: Pick<ChangeSet, 'names'>): (changes: readonly RowChange[]) => string {
  const pack = changeLister(set);
  return (changes) => JSON.stringify(pack(changes));
}

/** The same before it is JSON. */
export function changeLister(set: Pick<ChangeSet, 'names'>): (changes: readonly RowChange[]) => unknown[] {
  const places = new Map<string, Map<string, number>>();
  const place = (field: string, label: string, at: number): void => {
    const ofField = places.get(field) ?? new Map<string, number>();
    places.set(field, ofField.set(label, at));
  };
  for (const [at, [field, label]] of set.names.entries()) place(field, label, at);
  return (changes) => {
    const packed: unknown[] = [];
    for (const { field, label, from, to } of changes) {
      let name = places.get(field)?.get(label);
      if (name === undefined && set.names.length < mostNames) {
        name = set.names.length;
        place(field, label, name);
        set.names = [...set.names, [field, label]];
      }
      packed.push(name ?? ([field, label] satisfies ChangeName), from, to);
    }
    return packed;
  };
}

/** Unpacks changes; those of rows checked by older versions are unpacked objects. */
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
 * Digest of packed changes, for comparing them before a row is written with those that were shown. Reading the changes
 * back took a tenth of the whole import.
 */
export const digestOf = (packed: string): string => hash('sha256', packed, 'base64url').slice(0, 22);
