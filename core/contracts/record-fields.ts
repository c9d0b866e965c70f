import { z } from 'zod';
import { isoDate } from './date.ts';
import { repeated } from './list-query.ts';
import type { PermissionCode } from './permission.ts';

interface FieldWords {
  /** What forms, files, lists and the history call it. */
  label: string;
  /** Below it in a form. */
  description?: string;
  /** The part of the form that has it; forms of a few fields have no parts. */
  section?: string;
  /** Other headings that files have for it, in lower case. */
  synonyms?: readonly string[];
  /** A value as it could stand in a file. */
  example?: string;
}

/** A yes or no of a record. */
export interface FlagDeclaration extends FieldWords {
  readonly kind: 'flag';
  /** A new record's; no where it is not said. */
  readonly initial?: boolean;
}

/** A text of a record, or none. */
export interface TextDeclaration<Input extends z.ZodType = z.ZodType> extends FieldWords {
  readonly kind: 'text';
  /** The field of a body: null takes it away. */
  readonly input: Input;
  /** What a form asks for; a line of text where it is not said. */
  readonly control?: 'email' | 'tel' | 'url' | 'note';
  /** Puts to what a file says what it leaves out. */
  readonly complete?: (typed: string) => string;
}

/** A day of a record, or none. */
export interface DateDeclaration extends FieldWords {
  readonly kind: 'date';
  readonly input: typeof dayInput;
}

/** A field that lists filter by; `filter` is the query parameter, which takes several codes or ids. */
interface FilteredWords extends FieldWords {
  readonly filter?: string;
}

/** One of a few codes. */
export interface ChoiceDeclaration<Code extends string = string> extends FilteredWords {
  readonly kind: 'choice';
  /** What people call the codes, in the order in which they choose. */
  readonly names: Readonly<Record<Code, string>>;
  readonly input: z.ZodEnum<{ [Each in Code]: Each }>;
  /** A new record's. */
  readonly initial: NoInfer<Code>;
}

/** Records that others refer to, and may choose from. */
export interface ReferencedKind<
  Type extends string = string,
  ID extends z.ZodType = z.ZodType,
  Shown extends z.ZodObject = z.ZodObject,
> {
  /** Tells it from other kinds: `carrier`, `customer_type`. */
  readonly type: Type;
  /** Their record type: customer types are account groups. */
  readonly record: string;
  /** 'payment term' */
  readonly noun: string;
  /** One in a body. */
  readonly id: ID;
  /** What who refers to one shows of it: `id`, `name` and what is beside them; each is a column of its table. */
  readonly shown: Shown;
  /** By which of them files name one; the name first. */
  readonly by: readonly string[];
  /** Whether a file may name one that is made for it. */
  readonly isCreatable?: boolean;
  /** The right without which there is nothing to choose from. */
  readonly needs?: PermissionCode;
  /** Where each has a page: `/dashboard/departments`. */
  readonly home?: string;
}

/** Another record that a record refers to, or none. Bodies have its id, under the name with `ID` behind it. */
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

/** What a file or a history says of another record; the id is missing where it is made on the way. */
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

/** A name as bodies have it. */
export type InputName<Name, Declared> = Declared extends ReferenceDeclaration ? `${Name & string}ID` : Name;

/** The same of a field whose declaration is known at run time only. */
export const inputName = (name: string, { kind }: Pick<FieldDeclaration, 'kind'>): string =>
  kind === 'reference' ? `${name}ID` : name;

/** A yes or no. */
export const declareFlag = (words: FieldWords & { initial?: boolean }): FlagDeclaration => ({ kind: 'flag', ...words });

/** A day. */
export const declareDate = (words: FieldWords): DateDeclaration => ({ kind: 'date', input: dayInput, ...words });

/** A text. */
export const declareText = <Input extends z.ZodType>(
  declared: Omit<TextDeclaration<Input>, 'kind'>,
): TextDeclaration<Input> => ({ kind: 'text', ...declared });

/** One of a few codes. */
export const declareChoice = <Code extends string, const Filter extends string>(
  declared: Omit<ChoiceDeclaration<Code>, 'kind' | 'input' | 'filter'> & { filter?: Filter },
): ChoiceDeclaration<Code> & { readonly filter?: Filter } => {
  const codes = Object.keys(declared.names) as Code[];
  const input = z.enum(codes, { error: `Must be one of ${codes.join(', ')}` }) as unknown as z.ZodEnum<{
    [Each in Code]: Each;
  }>;
  return { kind: 'choice', input, ...declared };
};

/** Another record, or none. */
export const declareReference = <Kind extends ReferencedKind, const Filter extends string>(
  to: Kind,
  words: FieldWords & { filter?: Filter },
): ReferenceDeclaration<Kind> & { readonly filter?: Filter } => ({ kind: 'reference', to, ...words });

/** Says a kind once: who refers to it, how files name it and what is shown of it follow. */
export const referencedKind = <const Type extends string, ID extends z.ZodType, Shown extends z.ZodObject>(
  kind: Omit<ReferencedKind<Type, ID, Shown>, 'record'> & { record?: string },
): ReferencedKind<Type, ID, Shown> => ({ record: kind.type, ...kind });

/** What is shown of another record where nothing is to be known of it but its name. */
export const namedRecord = z.object({ id: z.string(), name: z.string() });

const codesOrIDs = repeated(z.string().max(100));

/** Fields of a record that are read and written alike, and what follows from them. */
export interface FieldTable<Fields extends Declarations> {
  readonly names: readonly (keyof Fields & string)[];
  readonly fields: Fields;
  /** Fields of an answer. */
  readonly reply: { readonly [Name in keyof Fields]: ReplyOf<Fields[Name]> };
  /** Fields of a body; what is not sent stays as it is, and is as in `unset` on a new record. */
  readonly input: { readonly [Name in keyof Fields as InputName<Name, Fields[Name]>]: InputOf<Fields[Name]> };
  /** Query parameters of the fields that lists filter by. */
  readonly filters: {
    readonly [Name in keyof Fields as Fields[Name] extends { readonly filter?: infer Filter extends string }
      ? Filter
      : never]: typeof codesOrIDs;
  };
  /** A new record's. */
  readonly unset: Values<Fields>;
  /** All but these. */
  without<Left extends keyof Fields & string>(...left: Left[]): FieldTable<Omit<Fields, Left>>;
  /** These and no others. */
  only<Taken extends keyof Fields & string>(...taken: Taken[]): FieldTable<Pick<Fields, Taken>>;
  /** These fields of a record or a body. */
  of<Source extends { readonly [Name in keyof Fields]?: unknown }>(
    source: Source,
  ): { [Name in keyof Fields]: Source[Name] };
}

/** The kinds that the fields refer to, each once. */
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

/** What a record holds of them. */
export type FieldValues<Table> = Table extends FieldTable<infer Fields> ? Values<Fields> : never;

const replyOf = (declared: FieldDeclaration): z.ZodType => {
  if (declared.kind === 'flag') return z.boolean();
  if (declared.kind === 'choice') return declared.input;
  return (declared.kind === 'reference' ? declared.to.shown : z.string()).nullable();
};

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
  declared.kind === 'choice' || declared.kind === 'reference' ? declared.filter : undefined;

/** Says such fields once: contract, columns, imports, history and forms follow from what this answers. */
export function fieldTable<const Fields extends Declarations>(fields: Fields): FieldTable<Fields> {
  const all = Object.entries<FieldDeclaration>(fields);
  const made = (entries: readonly (readonly [string, unknown])[]): never => Object.fromEntries(entries) as never;
  const part = (isTaken: (name: string) => boolean): never =>
    fieldTable(made(all.filter(([name]) => isTaken(name)))) as never;
  return {
    names: Object.keys(fields),
    fields,
    reply: made(all.map(([name, declared]) => [name, replyOf(declared)])),
    input: made(all.map(([name, declared]) => [inputName(name, declared), inputOf(declared)])),
    filters: made(
      all.flatMap(([, declared]) => {
        const filter = filterOf(declared);
        if (filter === undefined) return [];
        return [[filter, declared.kind === 'choice' ? repeated(declared.input) : codesOrIDs] as const];
      }),
    ),
    unset: made(all.map(([name, declared]) => [name, unsetOf(declared)])),
    without: (...left) => part((name) => !left.some((each) => each === name)),
    only: (...taken) => part((name) => taken.some((each) => each === name)),
    of: (source) => made(all.map(([name]) => [name, source[name as keyof typeof source]])),
  };
}
