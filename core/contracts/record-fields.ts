import { z } from 'zod';
import { isoDate } from './date.ts';

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

/** A yes or no of a record; no on a new one. */
export interface FlagDeclaration extends FieldWords {
  readonly kind: 'flag';
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

const dayInput = isoDate.nullish();

export type FieldDeclaration = FlagDeclaration | TextDeclaration | DateDeclaration;
type Declarations = { readonly [name: string]: FieldDeclaration };
type ValueOf<Declared> = Declared extends FlagDeclaration ? boolean : string | null;
type Values<Fields> = { [Name in keyof Fields]: ValueOf<Fields[Name]> };

/** A yes or no. */
export const declareFlag = (words: FieldWords): FlagDeclaration => ({ kind: 'flag', ...words });

/** A day. */
export const declareDate = (words: FieldWords): DateDeclaration => ({ kind: 'date', input: dayInput, ...words });

/** A text. */
export const declareText = <Input extends z.ZodType>(
  declared: Omit<TextDeclaration<Input>, 'kind'>,
): TextDeclaration<Input> => ({ kind: 'text', ...declared });

/** Fields of a record that stand for themselves, and what follows from them. */
export interface FieldTable<Fields extends Declarations> {
  readonly names: readonly (keyof Fields & string)[];
  readonly fields: Fields;
  /** Fields of an answer. */
  readonly reply: {
    readonly [Name in keyof Fields]: Fields[Name] extends FlagDeclaration ? z.ZodBoolean : z.ZodNullable<z.ZodString>;
  };
  /** Fields of a body; what is not sent stays as it is, and is no or nothing on a new record. */
  readonly input: {
    readonly [Name in keyof Fields]: Fields[Name] extends { readonly input: infer Input }
      ? Input
      : z.ZodOptional<z.ZodBoolean>;
  };
  /** A new record's. */
  readonly unset: Values<Fields>;
  /** All but these. */
  without<Left extends keyof Fields & string>(...left: Left[]): FieldTable<Omit<Fields, Left>>;
  /** These fields of a record or a body. */
  of<Source extends { readonly [Name in keyof Fields]?: unknown }>(
    source: Source,
  ): { [Name in keyof Fields]: Source[Name] };
}

/** What a record holds of them. */
export type FieldValues<Table> = Table extends FieldTable<infer Fields> ? Values<Fields> : never;

/** Says such fields once: contract, columns, imports, history and forms follow from what this answers. */
export function fieldTable<const Fields extends Declarations>(fields: Fields): FieldTable<Fields> {
  const names = Object.keys(fields);
  const each = (value: (declared: FieldDeclaration, name: string) => unknown): never =>
    Object.fromEntries(
      Object.entries<FieldDeclaration>(fields).map(([name, declared]) => [name, value(declared, name)]),
    ) as never;
  return {
    names,
    fields,
    reply: each(({ kind }) => (kind === 'flag' ? z.boolean() : z.string().nullable())),
    input: each((declared) => (declared.kind === 'flag' ? z.boolean().optional() : declared.input)),
    unset: each(({ kind }) => (kind === 'flag' ? false : null)),
    without: <Left extends keyof Fields & string>(...left: Left[]) =>
      fieldTable(
        Object.fromEntries(Object.entries(fields).filter(([name]) => !left.includes(name as Left))) as Omit<
          Fields,
          Left
        > &
          Declarations,
      ),
    of: (source) => each((_, name) => source[name as keyof typeof source]),
  };
}
