import { z } from 'zod';

/** Color of a state; always shown together with its name. */
export type StateTone = 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'progress';

/** What a list has to know about a value besides its type. */
export interface ShownValue {
  /** Heading of its column and name of its filter; defaults to the field's name in words. */
  readonly label?: string;
  /** Kind of a number: an amount of money, a price or cost of one unit, or a share, where 0.5 is 50 %. */
  readonly kind?: 'money' | 'price' | 'share';
  /** Names of codes, in the order of the choice. */
  readonly names?: Readonly<Record<string, string>>;
  /** Colors of codes that are states. */
  readonly tones?: Readonly<Record<string, StateTone>>;
}

const shownValues = z.registry<ShownValue>();

/** Says how a list shows a value; later words join earlier ones. The schema itself is returned. */
export function shownAs<Schema extends z.ZodType>(schema: Schema, shown: ShownValue): Schema {
  shownValues.add(schema, { ...shownValues.get(schema), ...shown });
  return schema;
}

/** A schema without the wrappers that allow a value to be missing or read it from text. */
export function bareSchema(schema: z.ZodType): z.ZodType {
  const { innerType, out } = schema.def as { innerType?: z.ZodType; out?: z.ZodType };
  const inner = innerType ?? out;
  return inner ? bareSchema(inner) : schema;
}

/** What was said about a value, on the schema or on what it wraps. */
export function shownValueOf(schema: z.ZodType): ShownValue {
  const bare = bareSchema(schema);
  return { ...shownValues.get(bare), ...(bare === schema ? {} : shownValues.get(schema)) };
}

/** An amount of money in a reply. */
export const shownMoney = shownAs(z.number(), { kind: 'money' });
/** The price or cost of one unit in a reply: up to six decimals. */
export const shownPrice = shownAs(z.number(), { kind: 'price' });
/** A share in a reply; 0.5 is 50 %. */
export const shownShare = shownAs(z.number(), { kind: 'share' });

/**
 * A code in replies, queries and bodies, with the names that lists show for it. Its error message lists all codes by
 * default.
 */
export const namedCode = <Code extends string>(names: Readonly<Record<Code, string>>, error?: string) => {
  const codes = Object.keys(names) as [Code, ...Code[]];
  return shownAs(z.enum(codes, { error: error ?? `Must be one of ${codes.join(', ')}` }), { names });
};

/** A code and its name, as replies have both. */
export const namedCodeView = <Code extends string>(names: Readonly<Record<Code, string>>) =>
  z.object({ code: namedCode(names), name: z.string() });

/** Choices for a filter or form, in the order of the names. */
export const codeOptions = <Code extends string>(names: Readonly<Record<Code, string>>) =>
  (Object.entries(names) as [Code, string][]).map(([value, label]) => ({ value, label }));
