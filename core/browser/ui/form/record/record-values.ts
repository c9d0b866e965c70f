import type { FormValues } from '../values/form-values.ts';

/** The record's field for the ids in a body: `item` for `itemID`, `units` for `unitIDs`. */
type ReferenceOf<Name extends string> = Name extends `${infer One}IDs`
  ? One extends `${infer Stem}y`
    ? `${Stem}ies`
    : `${One}s`
  : Name extends `${infer One}ID`
    ? One
    : never;

type Told<Given, Taken> = Given extends Taken | null ? true : false;
type Identified = { id: string } | null | undefined | readonly { id: string }[];

/** Fields of a body that cannot be read from the record, because they are missing or have another type there. */
export type UnreadFields<Body, Found> = {
  [Name in keyof Body & string]-?: Name extends keyof Found
    ? Told<Found[Name], Body[Name]> extends true
      ? never
      : Name
    : [ReferenceOf<Name>] extends [never]
      ? Name
      : ReferenceOf<Name> extends keyof Found
        ? Found[ReferenceOf<Name>] extends Identified
          ? never
          : Name
        : Name;
}[keyof Body & string];

const referenceOf = (name: string): string => {
  if (name.endsWith('ID')) return name.slice(0, -2);
  const one = name.slice(0, -3);
  return one.endsWith('y') ? `${one.slice(0, -1)}ies` : `${one}s`;
};

/**
 * The fields of a body, read from a record: those with the same name, the id of `item` for `itemID`, the ids of `units`
 * for `unitIDs`.
 */
export function recordValues(names: readonly string[], found: object): FormValues {
  const given = found as Readonly<Record<string, unknown>>;
  const readValue = (name: string): unknown => {
    if (name in given || !/IDs?$/.test(name)) return given[name];
    const referred = given[referenceOf(name)] as Identified;
    return Array.isArray(referred)
      ? referred.map(({ id }) => id)
      : ((referred as { id: string } | null | undefined)?.id ?? null);
  };
  return Object.fromEntries(names.map((name) => [name, readValue(name)]));
}
