import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AnyEndpoint } from '../../../contracts/endpoints/endpoint.ts';
import { invalidNumberFormat } from '../../../contracts/texts/text.ts';
import { fieldErrors } from '../../../kernel/problems/problem-response.ts';
import { platformPlugins } from '../../kernel/platform-plugins.ts';
import { sharedKernel } from '../../kernel/shared-kernel.ts';

type Json = { [key: string]: unknown };
type Place = (value: unknown) => unknown;

const kernel = await sharedKernel(await platformPlugins());
afterAll(() => kernel.stop());

/** Beginnings of the library's own messages. The exceptions are messages of the specification. */
const libraryWording = /^(Invalid|Too|Expected|Unrecognized)\b/;
const wordsOfTheSpec = [invalidNumberFormat, 'Invalid scan data'];

const wrongValues: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  0,
  1.5,
  1e18,
  '',
  'x',
  'x'.repeat(30_000),
  '2026-02-30',
  [],
  [null],
  Array.from({ length: 10_001 }, () => 'x'),
  {},
  { '': '' },
];

/** All places of a schema where a value can be wrong, as functions that put a value there. */
function placesOf(schema: Json, place: Place, depth = 0): Place[] {
  if (depth > 6) return [place];
  const options = [schema['anyOf'], schema['oneOf'], schema['allOf']].flatMap((list) => (list ?? []) as Json[]);
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
  const items = schema['items'] as Json | undefined;
  const values = schema['additionalProperties'];
  return [
    place,
    ...options.flatMap((option) => placesOf(option, place, depth + 1).slice(1)),
    ...fields.flatMap(([name, field]) => placesOf(field, (value) => place({ [name]: value }), depth + 1)),
    ...(items ? placesOf(items, (value) => place([value]), depth + 1) : []),
    ...(values && typeof values === 'object'
      ? placesOf(values as Json, (value) => place({ key: value }), depth + 1)
      : []),
  ];
}

const messagesOf = (schema: z.ZodType): Map<string, string> => {
  const form = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json;
  const found = new Map<string, string>();
  for (const place of placesOf(form, (value) => value))
    for (const value of wrongValues) {
      const parsed = schema.safeParse(place(value));
      if (!parsed.success) for (const { path, message } of fieldErrors(parsed.error)) found.set(message, path);
    }
  return found;
};

const schemaOf = (part: AnyEndpoint['query'] | AnyEndpoint['body']): z.ZodType | undefined =>
  part instanceof z.ZodType ? part : undefined;

describe('what people are told about a wrong value', () => {
  const endpoints = kernel.routes.map(({ route }) => route.endpoint);

  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s speaks of fields', (_, endpoint) => {
    const messages = [schemaOf(endpoint.query), schemaOf(endpoint.body)].flatMap((schema) =>
      schema ? [...messagesOf(schema)] : [],
    );
    const foreign = messages.filter(
      ([message]) => libraryWording.test(message) && !wordsOfTheSpec.some((words) => message.includes(words)),
    );
    expect(foreign.map(([message, path]) => `${path}: ${message}`)).toEqual([]);
  });

  it('is asked of something: most endpoints can refuse a value', () => {
    const refusing = endpoints.filter(({ query, body }) =>
      [schemaOf(query), schemaOf(body)].some((schema) => schema && messagesOf(schema).size > 0),
    );
    expect(refusing.length).toBeGreaterThan(endpoints.length / 2);
  });
});
