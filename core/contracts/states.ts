import { z } from 'zod';

/** Meaning of a state in colour; its name always stands with it. */
export type StateTone = 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'progress';

/** What one state is called, and what holds in it. */
export interface DeclaredState {
  /** People's name, as it stands in lists, filters and papers. */
  name: string;
  tone: StateTone;
  /** What it means, as a sentence. */
  description?: string;
  /** What holds for a record in this state. Code asks for these and never for the state itself. */
  is: readonly string[];
  /** Names of the steps that may come next, the likeliest first. */
  next?: readonly string[];
}

type Table = Readonly<Record<string, DeclaredState>>;
type CodeOf<States extends Table> = keyof States & string;

/** What may be asked of a state in these. */
export type Predicate<States extends Table> = States[keyof States]['is'][number];

/** Codes of the states for which it holds. */
export type CodesWhere<States extends Table, Asked extends string> = {
  [Code in CodeOf<States>]: Asked extends States[Code]['is'][number] ? Code : never;
}[CodeOf<States>];

/** The states that a kind of record can be in, said once; lists, forms, papers, imports and SQL read them here. */
export interface States<Declared extends Table = Table> {
  /** Kind of record: `shipment`. */
  readonly record: string;
  readonly declared: Declared;
  /** Codes in the order of a record's life. */
  readonly codes: readonly [CodeOf<Declared>, ...CodeOf<Declared>[]];
  /** Schema of a code; a refusal names all of them. */
  readonly code: z.ZodEnum<{ [Code in CodeOf<Declared>]: Code }>;
  /** Schema of a code with its name. */
  readonly view: z.ZodObject<{ code: z.ZodEnum<{ [Code in CodeOf<Declared>]: Code }>; name: z.ZodString }>;
  readonly names: Readonly<Record<CodeOf<Declared>, string>>;
  readonly tones: Readonly<Record<CodeOf<Declared>, StateTone>>;
  /** Choices of a filter or form. */
  readonly options: readonly { readonly value: CodeOf<Declared>; readonly label: string }[];
  /** Whether something holds in a state: `is.left(shipment.status)`. Without a state nothing holds. */
  readonly is: {
    readonly [Asked in Predicate<Declared>]: <Given extends string | null | undefined>(
      code: Given,
    ) => code is Given & CodesWhere<Declared, Asked>;
  };
  /** States in which something holds: `those.left`. */
  readonly those: { readonly [Asked in Predicate<Declared>]: readonly CodesWhere<Declared, Asked>[] };
  /** A code with its name, as answers show it. */
  named<Code extends CodeOf<Declared>>(code: Code): { code: Code; name: string };
}

/** A code of the states: `StateOf<typeof shipmentStates>`. */
export type StateOf<Of extends { readonly codes: readonly string[] }> = Of['codes'][number];

/**
 * Says the states of a kind of record once. A new one says in `is` what holds for it, and everything that asks follows.
 * @param record its kind: `shipment`
 * @param declared states by code, in the order of a record's life
 */
export function declareStates<const Declared extends Table>(record: string, declared: Declared): States<Declared> {
  type Code = CodeOf<Declared>;
  const codes = Object.keys(declared) as [Code, ...Code[]];
  const each = <Value>(of: (state: DeclaredState) => Value) =>
    Object.fromEntries(codes.map((code) => [code, of(declared[code] as DeclaredState)])) as Record<Code, Value>;
  const names = each(({ name }) => name);
  const asked = [...new Set(codes.flatMap((code) => (declared[code] as DeclaredState).is))];
  const those = Object.fromEntries(
    asked.map((one) => [one, codes.filter((code) => (declared[code] as DeclaredState).is.includes(one))]),
  );
  const code = z.enum(codes, { error: `Must be one of ${codes.join(', ')}` }) as unknown as States<Declared>['code'];
  return {
    record,
    declared,
    codes,
    code,
    view: z.object({ code, name: z.string() }),
    names,
    tones: each(({ tone }) => tone),
    options: codes.map((value) => ({ value, label: names[value] })),
    is: Object.fromEntries(
      asked.map((one) => [one, (given: string | null | undefined) => those[one]?.includes(given as Code) === true]),
    ) as unknown as States<Declared>['is'],
    those: those as unknown as States<Declared>['those'],
    named: (of) => ({ code: of, name: names[of] }),
  };
}
