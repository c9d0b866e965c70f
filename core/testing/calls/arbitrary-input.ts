import fc from 'fast-check';
import { z } from 'zod';
import { dayLength } from '../../contracts/texts/date.ts';

type Json = { [key: string]: unknown };

/** Texts that often break programs: empty, oversized, NUL, lone surrogates, right-to-left, SQL, formulas, markup. */
const nasty = fc.constantFrom(
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  '\u202Eabc',
  "'; drop table core.party; --",
  '=cmd()',
  '<script>alert(1)</script>',
  '%',
  '\\',
  '\u{1F9E6}'.repeat(50),
  'x'.repeat(300),
  'x'.repeat(20_000),
  '4111 1111 1111 1111',
  '-1',
  '1e309',
  'NaN',
  '9999-12-31',
  '0000-00-00',
  '2026-02-30',
  'null',
  'undefined',
  '__proto__',
);

/** Values of wrong types. */
const wrong = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e21,
    -1e21,
    Number.MAX_SAFE_INTEGER,
    [],
    {},
    [[]],
    { $gt: '' },
    { toString: 1 },
  ),
  nasty,
  fc.jsonValue({ maxDepth: 2 }),
);

const numberOf = (schema: Json): fc.Arbitrary<unknown> => {
  const min = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? -1000);
  const max = Number(schema['maximum'] ?? schema['exclusiveMaximum'] ?? 1_000_000);
  const low = Math.max(min, -1e12);
  const high = Math.max(low, Math.min(max, 1e12));
  if (schema['type'] === 'integer')
    return fc.oneof(
      fc.integer({ min: Math.ceil(Math.max(low, -2e9)), max: Math.floor(Math.min(high, 2e9)) }),
      fc.constantFrom(Math.ceil(low), Math.floor(high)),
    );
  const cents = fc
    .integer({ min: Math.ceil(Math.max(low, -1e7) * 100), max: Math.floor(Math.min(high, 1e7) * 100) })
    .map((value) => value / 100);
  return fc.oneof(cents, fc.constantFrom(low, high));
};

const textOf = (schema: Json, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> => {
  if (schema['format'] === 'date')
    return fc.integer({ min: 0, max: 20_000 }).map((days) => new Date(days * dayLength).toISOString().slice(0, 10));
  if (schema['format'] === 'date-time')
    return fc.integer({ min: 0, max: 20_000 }).map((days) => new Date(days * dayLength).toISOString());
  if (schema['format'] === 'email') return fc.constantFrom('someone@sample.test', 'other+tag@sample.test');
  const max = Math.min(Number(schema['maxLength'] ?? 60), 200);
  const min = Math.min(Number(schema['minLength'] ?? 0), max);
  return fc.oneof(
    { weight: 3, arbitrary: fc.string({ minLength: min, maxLength: max, unit: 'grapheme' }) },
    { weight: 3, arbitrary: ids },
    { weight: 1, arbitrary: nasty },
  );
};

function fromJson(schema: Json, ids: fc.Arbitrary<string>, depth: number): fc.Arbitrary<unknown> {
  if (schema['const'] !== undefined) return fc.constant(schema['const']);
  if (schema['enum']) return fc.constantFrom(...(schema['enum'] as unknown[]));
  const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (options?.length) return fc.oneof(...options.map((option) => fromJson(option, ids, depth)));
  if (schema['allOf']) return fromJson(Object.assign({}, ...(schema['allOf'] as Json[])), ids, depth);
  switch (schema['type']) {
    case 'string':
      return textOf(schema, ids);
    case 'number':
    case 'integer':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(depth > 3 ? fc.constant(null) : fromJson((schema['items'] ?? {}) as Json, ids, depth + 1), {
        minLength: Math.min(Number(schema['minItems'] ?? 0), 3),
        maxLength: Math.max(Math.min(Number(schema['maxItems'] ?? 4), 4), Math.min(Number(schema['minItems'] ?? 0), 3)),
      });
    case 'object': {
      const properties = (schema['properties'] ?? {}) as Record<string, Json>;
      const required = (schema['required'] ?? []) as string[];
      const known = Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [
          name,
          depth > 4 ? fc.constant(null) : fromJson(value, ids, depth + 1),
        ]),
      );
      return fc.record(known, { requiredKeys: required.filter((name) => name in known) });
    }
    default:
      return fc.oneof(ids, fc.jsonValue({ maxDepth: 1 }));
  }
}

/** Breaks a value in one place: a wrong type, a missing field or an unknown field. */
const broken = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(value, wrong, fc.nat(), fc.constantFrom('replace', 'remove', 'add', 'whole'))
    .map(([given, other, pick, how]) => {
      if (how === 'whole' || typeof given !== 'object' || given === null || Array.isArray(given)) return other;
      const names = Object.keys(given);
      const name = names[pick % Math.max(names.length, 1)];
      if (how === 'add' || name === undefined) return { ...given, unknownField: other };
      const { [name]: _, ...rest } = given as Json;
      return how === 'remove' ? rest : { ...rest, [name]: other };
    });

/**
 * Values for a schema: mostly in its form, sometimes broken. Only the schema itself decides whether a value is valid.
 */
export function arbitraryInput(schema: z.ZodType, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const formed = fromJson(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json,
    ids,
    0,
  );
  return fc.oneof({ weight: 3, arbitrary: formed }, { weight: 2, arbitrary: broken(formed) });
}

/** Values that contracts often require; tried in turn if a plain value is refused. */
const likely: readonly unknown[] = [
  'Sample',
  '1',
  'someone@sample.test',
  '2026-03-02',
  '2026-03-02T08:00:00.000Z',
  'US',
  'USD',
  'https://sample.test',
  'a sample of 20 letters',
  1,
  true,
  ['1'],
  {},
];

/** A text, or an id of the required record type if `ids` contains one. */
function plainText(schema: Json, pick: number, ids: readonly string[]): unknown {
  if (schema['format'] === 'date') return '2026-03-02';
  if (schema['format'] === 'date-time') return '2026-03-02T08:00:00.000Z';
  if (schema['format'] === 'email') return 'someone@sample.test';
  const pattern = String(schema['pattern'] ?? '');
  const prefix = /^\^([a-z_]+_)\[0-7\]/.exec(pattern)?.[1];
  return prefix
    ? (ids.find((id) => id.startsWith(prefix) && id.length === prefix.length + 26) ??
        prefix.padEnd(prefix.length + 26, '0'))
    : likely[pick % likely.length];
}

/** A plain value for a schema with all fields and one item per list; most schemas accept it unchanged. */
function plainFrom(schema: Json, pick: number, ids: readonly string[]): unknown {
  if (schema['const'] !== undefined) return schema['const'];
  const among = <T>(items: readonly T[]): T => items[pick % items.length] as T;
  if (schema['enum']) return among(schema['enum'] as unknown[]);
  const options = ((schema['anyOf'] ?? schema['oneOf'] ?? []) as Json[]).filter(({ type }) => type !== 'null');
  if (options.length) return plainFrom(among(options), pick, ids);
  if (schema['allOf']) return plainFrom(Object.assign({}, ...(schema['allOf'] as Json[])), pick, ids);
  switch (schema['type']) {
    case 'number':
    case 'integer':
      return Math.min(
        Math.max(1, Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? 1)),
        Number(schema['maximum'] ?? schema['exclusiveMaximum'] ?? Number.MAX_SAFE_INTEGER),
      );
    case 'boolean':
      return pick % 2 === 0;
    case 'null':
      return null;
    case 'array':
      return [plainFrom((schema['items'] ?? {}) as Json, pick, ids)];
    case 'object': {
      const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
      return Object.fromEntries(fields.map(([name, value]) => [name, plainFrom(value, pick, ids)]));
    }
    default:
      return plainText(schema, pick, ids);
  }
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value without the part at a path. */
export const withoutField = (value: unknown, path: readonly PropertyKey[]): unknown => mend(value, path, likely.length);

/** Replaces or removes the part of the value that the schema reports as wrong. */
function mend(value: unknown, [name, ...rest]: readonly PropertyKey[], tries: number): unknown {
  if (name === undefined) return likely[tries % (likely.length + 1)];
  if (typeof value !== 'object' || value === null) return value;
  const isDropped = rest.length === 0 && tries % (likely.length + 1) === likely.length;
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      index !== Number(name) ? [item] : isDropped ? [] : [mend(item, rest, tries)],
    );
  const { [String(name)]: known, ...others } = value as Json;
  return isDropped ? others : { ...others, [String(name)]: mend(known, rest, tries) };
}

/**
 * A value that the schema accepts, with as many ids and other fields as it accepts together; undefined if none was
 * found.
 */
export function validInput(schema: z.ZodType, ids: readonly string[]): unknown {
  const worthOf = (value: unknown): number => JSON.stringify(value).match(/"\w*(IDs?|ids?)":[["]/g)?.length ?? 0;
  return validInputs(schema, ids, 4).reduce(
    (best, value) => (best === undefined || worthOf(value) > worthOf(best) ? value : best),
    undefined,
  );
}

/** Values that the schema accepts, from at most `picks` tries with different choices. */
export function validInputs(schema: z.ZodType, ids: readonly string[], picks: number): unknown[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json;
  const found: unknown[] = [];
  for (let pick = 0; pick < picks; pick += 1) {
    let value = plainFrom(json, pick, ids);
    const tries = new Map<string, number>();
    for (let round = 0; round < 90; round += 1) {
      const parsed = schema.safeParse(value);
      if (parsed.success) {
        found.push(value);
        break;
      }
      for (const issue of parsed.error.issues) {
        const unknownKeys = issue.code === 'unrecognized_keys' ? issue.keys : [];
        for (const key of unknownKeys) value = withoutField(value, [...issue.path, key]);
        if (unknownKeys.length) continue;
        const at = issue.path.join('.');
        // A rule across fields is most easily satisfied by leaving one out.
        const isRule = issue.code === 'custom' && issue.path.length > 0;
        const count = isRule ? likely.length : (tries.get(at) ?? 0);
        if (!isRule) tries.set(at, count + 1);
        const fields = Object.entries(typeof value === 'object' && value ? value : {});
        // If the fault concerns the whole value, or stays without its field, leaving out another field may help.
        const isAbout = fields.some(([name]) => name === issue.path[0]);
        const parts = isRule && !isAbout ? fields.filter(([, part]) => isRecord(part)) : [];
        const spare = issue.path.length === 0 ? fields.at(-1 - (count % Math.max(fields.length, 1))) : parts[0];
        if (spare) value = withoutField(value, [spare[0]]);
        else value = mend(value, issue.path, count);
      }
    }
  }
  return found;
}
