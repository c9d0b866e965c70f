import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AnyEndpoint, pathNames } from '../../../contracts/endpoints/endpoint.ts';
import { createPublishableKey } from '../../../contracts/sign-in/publishable-key.contract.ts';
import { cleanTexts } from '../../../http/request/request-input.ts';
import { arbitraryInput } from '../../calls/arbitrary-input.ts';
import { bootPopulatedKernel, canary, type PopulatedKernel } from '../../kernel/populated-kernel.ts';
import { type TestPerson, testPassword } from '../../kernel/test-kernel.ts';
import { chosen } from '../../plan/choice.ts';

/** Cases per route: 20 in `npm test`, 200 with `npm run fuzz`. */
const cases = Number(process.env['MILLWRIGHT_TEST_FUZZ_CASES'] ?? 20);

const kernel: PopulatedKernel = await bootPopulatedKernel();
const before = await kernel.fingerprintOfB();
/** Ids of existing records let valid calls get past the look-ups. */
const ownIDs = [...kernel.ownIDs.values()].flat();
afterAll(() => kernel.stop());

const ids = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ownIDs) },
  { weight: 1, arbitrary: fc.constantFrom(...kernel.foreignIDs) },
);
const pathText = fc.oneof(
  { weight: 4, arbitrary: ids },
  { weight: 1, arbitrary: fc.constantFrom('x', '%', '..', 'a b', '\u{1F9E6}', '0', 'null', 'x'.repeat(250)) },
);

interface Case {
  params: Record<string, string>;
  query: unknown;
  body: unknown;
}

const caseOf = (endpoint: AnyEndpoint): fc.Arbitrary<Case> =>
  fc.record({
    params: fc.record(Object.fromEntries(pathNames(endpoint.path).map((name) => [name, pathText]))),
    query: endpoint.query ? arbitraryInput(endpoint.query as z.ZodType, ids) : fc.constant(undefined),
    body:
      endpoint.body instanceof z.ZodType
        ? arbitraryInput(endpoint.body, ids)
        : endpoint.body
          ? fc.uint8Array({ maxLength: 64 })
          : fc.constant(undefined),
  });

/** A query as it appears in an address: texts, and lists as repeated keys. */
function queryOf(query: unknown): Record<string, string | string[]> {
  if (typeof query !== 'object' || query === null || Array.isArray(query)) return {};
  const entries = Object.entries(query).flatMap(([name, value]): [string, string | string[]][] => {
    const list = (Array.isArray(value) ? value : [value])
      .filter((item) => item !== undefined)
      .map((item) => (typeof item === 'object' ? JSON.stringify(item) : String(item)).toWellFormed());
    return list.length ? [[name.toWellFormed(), list.length === 1 ? (list[0] as string) : list]] : [];
  });
  return Object.fromEntries(entries);
}

/** Widgets need an origin and a key of the account; otherwise every case would end at the access check. */
const site = 'https://shop.example';
const publishableKey = await makeKey();
async function makeKey(): Promise<string> {
  const names = kernel.registry.plugins.flatMap(({ definition }) => definition.widgets ?? []).map(({ name }) => name);
  if (!names.length) return '';
  const admin = await kernel.a.as('admin');
  const { id } = await admin.call(createPublishableKey, { body: { name: 'Fuzz', origins: [site], widgets: names } });
  return id;
}

const addressOf = (
  endpoint: AnyEndpoint,
  { params, query }: { params: Record<string, string>; query: Record<string, string | string[]> },
): string => {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_: string, name: string) =>
    encodeURIComponent(endpoint.widget && name === 'publishableKey' ? publishableKey : (params[name] ?? '')),
  );
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((item): [string, string] => [name, item])),
  );
  return search.size ? `${path}?${search}` : path;
};

/** Messages of the validation library that name types, while people think in fields. */
const libraryWording = [
  /Invalid (?:input|option|string|element|key|discriminator)|Unrecognized key/i,
  /Too (?:big|small):|expected \w+,? received/i,
];

/** Query parameters that the kernel removes from a GET before it validates the endpoint's query. */
const kernelQuery = ['accountID', 'format', 'columns'];

/** Whether the contract refuses the input. `body` is undefined if none is sent, as with every GET. */
function isInvalid(endpoint: AnyEndpoint, query: Record<string, string | string[]>, body: unknown): boolean {
  const judged = Object.fromEntries(
    Object.entries(query).filter(([name]) => endpoint.method !== 'GET' || !kernelQuery.includes(name)),
  );
  return (
    (endpoint.query !== undefined && !(endpoint.query as z.ZodType).safeParse(judged).success) ||
    (endpoint.body instanceof z.ZodType && body !== undefined && !endpoint.body.safeParse(body).success)
  );
}

/** Password checks are slow on purpose, so this signs in only after the session has ended. */
async function signInAgain(person: TestPerson): Promise<void> {
  if ((await person.fetch('/v1/me')).ok) return;
  await person.fetch('/auth/actions/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: person.email, password: testPassword }),
  });
}

async function check(endpoint: AnyEndpoint, { params, query: rawQuery, body: rawBody }: Case): Promise<void> {
  const admin = await kernel.a.as('admin');
  const query = queryOf(rawQuery);
  const isBinary = endpoint.body !== undefined && !(endpoint.body instanceof z.ZodType);
  const text = isBinary || rawBody === undefined ? undefined : JSON.stringify(rawBody);
  const origin = endpoint.widget ? { origin: site } : undefined;
  // Rate limits are reset, because they are not under test here.
  if (endpoint.widget) await kernel.admin.query('delete from core.rate_limit');
  const response = await admin.fetch(addressOf(endpoint, { params, query }), {
    method: endpoint.method,
    ...(endpoint.method === 'GET' || rawBody === undefined
      ? { headers: { ...origin } }
      : {
          headers: { ...origin, 'content-type': isBinary ? 'image/png' : 'application/json' },
          body: isBinary ? (rawBody as Uint8Array<ArrayBuffer>) : text,
        }),
  });
  const answer = await response.text();
  const shown =
    `${endpoint.method} ${addressOf(endpoint, { params, query })} ${text ?? ''} -> ${response.status} ${answer}`.slice(
      0,
      3000,
    );
  expect(response.status, shown).toBeLessThan(500);
  expect(answer, shown).not.toContain(canary);
  // The contract sees texts without invisible characters.
  const sent = text === undefined || endpoint.method === 'GET' ? undefined : cleanTexts(JSON.parse(text));
  const cleanQuery = cleanTexts({ ...query }) as typeof query;
  if (isInvalid(endpoint, cleanQuery, sent))
    expect(response.status, `accepted invalid input: ${shown}`).toBeGreaterThanOrEqual(400);
  if (response.status >= 400 && !(response.headers.get('content-type') ?? '').includes('html')) {
    const problem = JSON.parse(answer) as { message: string; code: string; requestID: string };
    expect(problem.message, shown).toMatch(/\S/);
    expect(problem.code, shown).toMatch(/^[a-z_]+$/);
    for (const words of libraryWording) expect(answer, shown).not.toMatch(words);
    expect(answer, shown).not.toMatch(/select |insert into|\bat .*\.ts:\d+/i);
  }
  // Some calls end sessions; the next case must reach its handler again.
  if (response.status === 401 || endpoint.path.startsWith('/auth/')) await signInAgain(admin);
}

const endpoints = kernel.routes.map(({ route }) => route.endpoint);
const planned = chosen('routes', endpoints, ({ name }) => name);

describe(`${cases} cases a route`, () => {
  it.each(planned.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_, endpoint) =>
    fc.assert(
      fc.asyncProperty(caseOf(endpoint), (input) => check(endpoint, input)),
      { numRuns: cases },
    ),
  );

  it('has left the other account as it was', async () => {
    expect(await kernel.fingerprintOfB()).toEqual(before);
  });
});
