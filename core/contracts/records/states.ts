import { z } from 'zod';
import { codeOptions, namedCode, type StateTone, shownAs } from './shown-values.ts';

/** Name and predicates of one state. */
export interface DeclaredState {
  /** Name for people, in lists, filters and documents. */
  name: string;
  tone: StateTone;
  /** Meaning of the state, as a sentence. */
  description?: string;
  /** Predicates that hold in this state. Code tests these and never the state itself. */
  is: readonly string[];
  /** Possible next steps, the most likely first. */
  next?: readonly string[];
}

type Table = Readonly<Record<string, DeclaredState>>;
type CodeOf<States extends Table> = keyof States & string;

/** A predicate of these states. */
export type Predicate<States extends Table> = States[keyof States]['is'][number];

/** Codes of the states in which the predicate holds. */
export type CodesWhere<States extends Table, Asked extends string> = {
  [Code in CodeOf<States>]: Asked extends States[Code]['is'][number] ? Code : never;
}[CodeOf<States>];

/** The possible states of a kind of record, declared once for lists, forms, documents, imports and SQL. */
export interface States<Declared extends Table = Table> {
  /** Kind of record: `shipment`. */
  readonly record: string;
  readonly declared: Declared;
  /** Codes in the order of a record's life. */
  readonly codes: readonly [CodeOf<Declared>, ...CodeOf<Declared>[]];
  /** Schema of a code; its error message lists all codes. */
  readonly code: z.ZodEnum<{ [Code in CodeOf<Declared>]: Code }>;
  /** Schema of a code with its name. */
  readonly view: z.ZodObject<{ code: z.ZodEnum<{ [Code in CodeOf<Declared>]: Code }>; name: z.ZodString }>;
  readonly names: Readonly<Record<CodeOf<Declared>, string>>;
  readonly tones: Readonly<Record<CodeOf<Declared>, StateTone>>;
  /** Choices for a filter or form. */
  readonly options: readonly { readonly value: CodeOf<Declared>; readonly label: string }[];
  /** Tests a predicate: `is.left(shipment.status)`. False without a state. */
  readonly is: {
    readonly [Asked in Predicate<Declared>]: <Given extends string | null | undefined>(
      code: Given,
    ) => code is Given & CodesWhere<Declared, Asked>;
  };
  /** Codes of the states in which a predicate holds: `those.left`. */
  readonly those: { readonly [Asked in Predicate<Declared>]: readonly CodesWhere<Declared, Asked>[] };
  /** A code with its name, as in replies. */
  named<Code extends CodeOf<Declared>>(code: Code): { code: Code; name: string };
}

/** A code of the states: `StateOf<typeof shipmentStates>`. */
export type StateOf<Of extends { readonly codes: readonly string[] }> = Of['codes'][number];

/**
 * Declares the states of a kind of record once. A new state lists its predicates in `is`, and all code that tests these
 * follows.
 * @param record kind of record: `shipment`
 * @param declared states by code, in the order of a record's life
 */
export function declareStates<const Declared extends Table>(record: string, declared: Declared): States<Declared> {
  type Code = CodeOf<Declared>;
  const codes = Object.keys(declared) as [Code, ...Code[]];
  const each = <Value>(of: (state: DeclaredState) => Value) =>
    Object.fromEntries(codes.map((code) => [code, of(declared[code] as DeclaredState)])) as Record<Code, Value>;
  const names = each(({ name }) => name);
  const questions = [...new Set(codes.flatMap((code) => (declared[code] as DeclaredState).is))];
  const those = Object.fromEntries(
    questions.map((one) => [one, codes.filter((code) => (declared[code] as DeclaredState).is.includes(one))]),
  );
  const tones = each(({ tone }) => tone);
  const code = shownAs(namedCode(names) as States<Declared>['code'], { tones });
  return {
    record,
    declared,
    codes,
    code,
    view: shownAs(z.object({ code, name: z.string() }), { names, tones }),
    names,
    tones,
    options: codeOptions(names),
    is: Object.fromEntries(
      questions.map((one) => [one, (given: string | null | undefined) => those[one]?.includes(given as Code) === true]),
    ) as States<Declared>['is'],
    // TypeScript cannot tell that the filter finds the codes of each predicate.
    those: those as unknown as States<Declared>['those'],
    named: (of) => ({ code: of, name: names[of] }),
  };
}
