import { z } from 'zod';
import { booleanText, repeated } from '../../endpoints/list-query.ts';
import type { PermissionCode } from '../../plugins/permission.ts';
import { isoDate } from '../../texts/date.ts';
import { shownAs } from '../shown-values.ts';

interface FieldWords {
  /** Label in forms, files, lists and the history. */
  label: string;
  /** Hint below the field in a form. */
  description?: string;
  /** Section of the form; short forms have none. */
  section?: string;
  /** Other headings in files, in lower case. */
  synonyms?: readonly string[];
  /** An example value for files. */
  example?: string;
}

/** A field by which lists filter. `filter` names the query parameter, which accepts several codes or ids. */
interface FilteredWords extends FieldWords {
  readonly filter?: string;
}

/** A yes/no field; its filter accepts true or false. */
export interface FlagDeclaration extends FilteredWords {
  readonly kind: 'flag';
  /** Value of a new record; defaults to no. */
  readonly initial?: boolean;
}

/** An optional text. */
export interface TextDeclaration<Input extends z.ZodType = z.ZodType> extends FieldWords {
  readonly kind: 'text';
  /** Schema of the field in a body; null clears it. */
  readonly input: Input;
  /** Input control in a form; defaults to a line of text. */
  readonly control?: 'email' | 'tel' | 'url' | 'note';
  /** Completes a value from a file, for example a missing prefix. */
  readonly complete?: (typed: string) => string;
}

/** An optional day. */
export interface DateDeclaration extends FieldWords {
  readonly kind: 'date';
  readonly input: typeof dayInput;
}

/** A choice between a few codes. */
export interface ChoiceDeclaration<Code extends string = string> extends FilteredWords {
  readonly kind: 'choice';
  /** Names of the codes, in the order of the choice. */
  readonly names: Readonly<Record<Code, string>>;
  readonly input: z.ZodEnum<{ [Each in Code]: Each }>;
  /** Code of a new record. */
  readonly initial: NoInfer<Code>;
}

/** A kind of records to which others refer. */
export interface ReferencedKind<
  Type extends string = string,
  ID extends z.ZodType = z.ZodType,
  Shown extends z.ZodObject = z.ZodObject,
> {
  /** Unique name of the kind: `carrier`, `customer_type`. */
  readonly type: Type;
  /** Record type; may differ from `type`: customer types are account groups. */
  readonly record: string;
  /** 'payment term' */
  readonly noun: string;
  /** Schema of its id in a body. */
  readonly id: ID;
  /** The shown fields of a referenced record: `id`, `name` and others. Each is a column of its table. */
  readonly shown: Shown;
  /** Fields by which files name such a record; the name first. */
  readonly by: readonly string[];
  /** Whether an import may create a missing one. */
  readonly isCreatable?: boolean;
  /** Right to read the choices. */
  readonly needs?: PermissionCode;
  /** Path of its pages: `/dashboard/departments`. */
  readonly home?: string;
}

/** An optional reference to another record. In bodies the field is the id, named with the suffix `ID`. */
export interface ReferenceDeclaration<Kind extends ReferencedKind = ReferencedKind> extends FilteredWords {
  readonly kind: 'reference';
  readonly to: Kind;
}

const dayInput = isoDate.nullish();

export type FieldDeclaration =
  | FlagDeclaration
  | TextDeclaration
  | DateDeclaration
  | ChoiceDeclaration
  | ReferenceDeclaration;
type Declarations = { readonly [name: string]: FieldDeclaration };

/** Another record as named in a file or the history; `id` is null where the import will create the record. */
export interface NamedReference {
  readonly id: string | null;
  readonly name: string;
}

type ValueOf<Declared> = Declared extends FlagDeclaration
  ? boolean
  : Declared extends ChoiceDeclaration<infer Code>
    ? Code
    : Declared extends ReferenceDeclaration
      ? NamedReference | null
      : string | null;
type Values<Fields> = { [Name in keyof Fields]: ValueOf<Fields[Name]> };

type ReplyOf<Declared> = Declared extends FlagDeclaration
  ? z.ZodBoolean
  : Declared extends ChoiceDeclaration<infer Code>
    ? z.ZodEnum<{ [Each in Code]: Each }>
    : Declared extends ReferenceDeclaration<infer Kind>
      ? z.ZodNullable<Kind['shown']>
      : z.ZodNullable<z.ZodString>;

type InputOf<Declared> = Declared extends FlagDeclaration
  ? z.ZodOptional<z.ZodBoolean>
  : Declared extends ChoiceDeclaration<infer Code>
    ? z.ZodOptional<z.ZodEnum<{ [Each in Code]: Each }>>
    : Declared extends ReferenceDeclaration<infer Kind>
      ? z.ZodOptional<z.ZodNullable<Kind['id']>>
      : Declared extends { readonly input: infer Input }
        ? Input
        : never;

/** Name of the field in bodies. */
export type InputName<Name, Declared> = Declared extends ReferenceDeclaration ? `${Name & string}ID` : Name;

/** Name of the field in bodies, for a declaration known only at run time. */
export const inputName = (name: string, { kind }: Pick<FieldDeclaration, 'kind'>): string =>
  kind === 'reference' ? `${name}ID` : name;

/** Declares a yes/no field. */
export const declareFlag = <const Filter extends string>(
  words: FieldWords & { initial?: boolean; filter?: Filter },
): FlagDeclaration & { readonly filter?: Filter } => ({ kind: 'flag', ...words });

/** Declares a day. */
export const declareDate = (words: FieldWords): DateDeclaration => ({ kind: 'date', input: dayInput, ...words });

/** Declares a text. */
export const declareText = <Input extends z.ZodType>(
  declared: Omit<TextDeclaration<Input>, 'kind'>,
): TextDeclaration<Input> => ({ kind: 'text', ...declared });

/** Declares a choice between a few codes. */
export const declareChoice = <Code extends string, const Filter extends string>(
  declared: Omit<ChoiceDeclaration<Code>, 'kind' | 'input' | 'filter'> & { filter?: Filter },
): ChoiceDeclaration<Code> & { readonly filter?: Filter } => {
  const codes = Object.keys(declared.names) as Code[];
  const input = z.enum(codes, { error: `Must be one of ${codes.join(', ')}` }) as z.ZodEnum<{
    [Each in Code]: Each;
  }>;
  return { kind: 'choice', input, ...declared };
};

/** Declares an optional reference to another record. */
export const declareReference = <Kind extends ReferencedKind, const Filter extends string>(
  to: Kind,
  words: FieldWords & { filter?: Filter },
): ReferenceDeclaration<Kind> & { readonly filter?: Filter } => ({ kind: 'reference', to, ...words });

/** Declares a kind of referenced records; fields, imports and replies use it. */
export const referencedKind = <const Type extends string, ID extends z.ZodType, Shown extends z.ZodObject>(
  kind: Omit<ReferencedKind<Type, ID, Shown>, 'record'> & { record?: string },
): ReferencedKind<Type, ID, Shown> => ({ record: kind.type, ...kind });

/** The shown fields of a referenced record that shows only its name. */
export const namedRecord = z.object({ id: z.string(), name: z.string() });

const codesOrIDs = repeated(z.string().max(100));

/** Fields of a record that are read and written alike, and everything derived from them. */
export interface FieldTable<Fields extends Declarations> {
  readonly names: readonly (keyof Fields & string)[];
  readonly fields: Fields;
  /** Fields of a reply. */
  readonly reply: { readonly [Name in keyof Fields]: ReplyOf<Fields[Name]> };
  /** Fields of a body. Missing fields stay as they are; on a new record they get the values of `unset`. */
  readonly input: { readonly [Name in keyof Fields as InputName<Name, Fields[Name]>]: InputOf<Fields[Name]> };
  /** Query parameters of the fields by which lists filter. */
  readonly filters: {
    readonly [Name in keyof Fields as Fields[Name] extends { readonly filter?: infer Filter extends string }
      ? string extends Filter
        ? never
        : Filter
      : never]: Fields[Name] extends FlagDeclaration ? typeof booleanText : typeof codesOrIDs;
  };
  /** Values of a new record. */
  readonly unset: Values<Fields>;
  /** A table without the given fields. */
  without<Left extends keyof Fields & string>(...left: Left[]): FieldTable<Omit<Fields, Left>>;
  /** A table of the given fields only. */
  only<Taken extends keyof Fields & string>(...taken: Taken[]): FieldTable<Pick<Fields, Taken>>;
  /** The values of these fields in a record or body. */
  of<Source extends { readonly [Name in keyof Fields]?: unknown }>(
    source: Source,
  ): { [Name in keyof Fields]: Source[Name] };
}

/** The distinct kinds to which the fields refer. */
export const referencedKinds = <Fields extends Declarations>({
  names,
  fields,
}: FieldTable<Fields>): ReferencedKind[] => [
  ...new Set(
    names.flatMap((name) => {
      const declared = fields[name] as FieldDeclaration;
      return declared.kind === 'reference' ? declared.to : [];
    }),
  ),
];

/** Values of the fields in a record. */
export type FieldValues<Table> = Table extends FieldTable<infer Fields> ? Values<Fields> : never;

const bareReply = (declared: FieldDeclaration): z.ZodType => {
  if (declared.kind === 'flag') return z.boolean();
  if (declared.kind === 'choice') return shownAs(declared.input, { names: declared.names });
  if (declared.kind === 'date') return z.iso.date().nullable();
  return (declared.kind === 'reference' ? declared.to.shown : z.string()).nullable();
};
const replyOf = (declared: FieldDeclaration): z.ZodType => shownAs(bareReply(declared), { label: declared.label });

const inputOf = (declared: FieldDeclaration): z.ZodType => {
  if (declared.kind === 'flag') return z.boolean().optional();
  if (declared.kind === 'choice') return declared.input.optional();
  return declared.kind === 'reference' ? declared.to.id.nullish() : declared.input;
};

const unsetOf = (declared: FieldDeclaration): boolean | string | null => {
  if (declared.kind === 'flag') return declared.initial ?? false;
  return declared.kind === 'choice' ? declared.initial : null;
};

const filterOf = (declared: FieldDeclaration): string | undefined =>
  declared.kind === 'text' || declared.kind === 'date' ? undefined : declared.filter;

/** Declares fields once; contract, columns, imports, history and forms are derived from the result. */
export function fieldTable<const Fields extends Declarations>(fields: Fields): FieldTable<Fields> {
  const all = Object.entries<FieldDeclaration>(fields);
  type Table = FieldTable<Fields>;
  const made = <Value>(entries: readonly (readonly [string, Value])[]) => Object.fromEntries(entries);
  const part = (isKept: (name: string) => boolean) => made(all.filter(([name]) => isKept(name)));
  return {
    names: Object.keys(fields),
    fields,
    reply: made(all.map(([name, declared]) => [name, replyOf(declared)])) as Table['reply'],
    input: made(all.map(([name, declared]) => [inputName(name, declared), inputOf(declared)])) as Table['input'],
    filters: made(
      all.flatMap(([, declared]): [string, z.ZodType][] => {
        const filter = filterOf(declared);
        if (filter === undefined) return [];
        if (declared.kind === 'flag') return [[filter, booleanText]];
        return [[filter, declared.kind === 'choice' ? repeated(declared.input) : codesOrIDs]];
      }),
    ) as Table['filters'],
    unset: made(all.map(([name, declared]) => [name, unsetOf(declared)])) as Table['unset'],
    without: <Left extends keyof Fields & string>(...left: Left[]) =>
      fieldTable(part((name) => !left.some((each) => each === name)) as Omit<Fields, Left>),
    only: <Taken extends keyof Fields & string>(...taken: Taken[]) =>
      fieldTable(part((name) => taken.some((each) => each === name)) as Pick<Fields, Taken>),
    of: <Source extends { readonly [Name in keyof Fields]?: unknown }>(source: Source) =>
      made(all.map(([name]) => [name, source[name as keyof Source]])) as { [Name in keyof Fields]: Source[Name] },
  };
}
