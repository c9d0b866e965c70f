import { z } from 'zod';

/** A yes or no of a record, and what forms, files and lists call it. */
export interface Flag {
  label: string;
  /** Below the switch of a form. */
  description?: string;
  /** The part of the form that has it. */
  section: string;
}

/** The flags of a record, and what follows from them. */
export interface FlagTable<Name extends string> {
  readonly names: readonly Name[];
  readonly flags: Readonly<Record<Name, Flag>>;
  /** Fields of an answer. */
  readonly reply: Readonly<Record<Name, z.ZodBoolean>>;
  /** Fields of a body; what is not sent stays as it is, and is false on a new record. */
  readonly input: Readonly<Record<Name, z.ZodOptional<z.ZodBoolean>>>;
  /** A new record's. */
  readonly unset: Readonly<Record<Name, boolean>>;
  /** All but these. */
  without<Left extends Name>(...left: Left[]): FlagTable<Exclude<Name, Left>>;
  /** These fields of a record or a body. */
  of<Source extends { readonly [Key in Name]?: unknown }>(source: Source): { [Key in Name]: Source[Key] };
}

/** What a record holds of them. */
export type FlagValues<Table> = Table extends FlagTable<infer Name> ? Record<Name, boolean> : never;

/** Says the flags of a record once: contract, columns, imports, history and forms follow from what this answers. */
export function flagTable<const Name extends string>(flags: Readonly<Record<Name, Flag>>): FlagTable<Name> {
  const names = Object.keys(flags) as Name[];
  const each = <Value>(value: (name: Name) => Value) =>
    Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;
  return {
    names,
    flags,
    reply: each(() => z.boolean()),
    input: each(() => z.boolean().optional()),
    unset: each(() => false),
    without: <Left extends Name>(...left: Left[]) =>
      flagTable(
        Object.fromEntries(
          names.filter((name) => !left.includes(name as Left)).map((name) => [name, flags[name]]),
        ) as Record<Exclude<Name, Left>, Flag>,
      ),
    of: (source) => each((name) => source[name]) as { [Key in Name]: (typeof source)[Key] },
  };
}
