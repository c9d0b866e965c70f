import { afterAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { AnyEndpoint } from '../../../contracts/endpoints/endpoint.ts';
import { isTouched } from '../../../contracts/endpoints/touched.ts';
import { validInput } from '../../calls/arbitrary-input.ts';
import { changedText, ownRecords, type RecordJson, unchangedBody } from '../../calls/own-records.ts';
import { bootPopulatedKernel, type PopulatedKernel } from '../../kernel/populated-kernel.ts';
import { chosen } from '../../plan/choice.ts';
import { recordStatements } from '../../postgres/statements/account-filters.ts';
import { noteGrowingTexts } from '../../postgres/statements/growing-texts.ts';

// Generated from the routes: these rules hold for every record that can be changed, created or deleted.
const kernel: PopulatedKernel = await bootPopulatedKernel();
const sent = recordStatements();
const grown = noteGrowingTexts();
afterAll(() => kernel.stop());
const { endpoints, send, read, isList, ownPath } = ownRecords(kernel);

const changes = endpoints.filter(
  ({ method, path, operator }) =>
    method === 'PATCH' && !operator && endpoints.some((other) => other.method === 'GET' && other.path === path),
);
/** Tables of A that were written since `before`. */
const tablesWritten = async (before: Record<string, string>): Promise<string[]> =>
  Object.entries(await kernel.writesOfA()).flatMap(([name, print]) => (before[name] === print ? [] : name));
const named = (found: readonly AnyEndpoint[]) =>
  chosen('routes', found, ({ name }) => name).map((endpoint) => [endpoint.name, endpoint] as const);
/** Whether all routes run; only then the numbers of applied rules are checked. */
const isWhole = named(endpoints).length === endpoints.length;

describe('a change to what is there already', () => {
  let accepted = 0;

  it.each(named(changes))('%s writes nothing', async (_, endpoint) => {
    const path = await ownPath(endpoint.path);
    const record = await read(path);
    if (!record) return;
    const before = await kernel.writesOfA();
    for (const body of [{}, unchangedBody(endpoint, record)]) {
      const { status, isOk, text } = await send('PATCH', path, body);
      expect(status, text).toBeLessThan(500);
      if (isOk && Object.keys(body).length) accepted += 1;
      expect(await tablesWritten(before), `${path} ${JSON.stringify(body)}: ${status} ${text}`).toEqual([]);
    }
  });

  it.runIf(isWhole)('was taken by most', () => {
    expect(changes.length).toBeGreaterThan(20);
    expect(accepted).toBeGreaterThan(changes.length / 2);
  });
});

interface Page {
  count: number;
  items: RecordJson[];
}
const pageOf = async (path: string): Promise<Page> => {
  const page = (await read(path)) as Page | undefined;
  return { count: page?.count ?? 0, items: page?.items ?? [] };
};
/** Ids that the search finds by a word. */
const foundBy = async (word: string): Promise<unknown[]> =>
  (await pageOf(`/v1/search?query=${word}&take=50`)).items.map(({ id }) => id);
let words = 0;
/** A word that no record contains yet. */
const newWord = (): string => `zq${(words++).toString(36).padStart(3, '0')}xk`;

const others = endpoints
  .filter(({ method, path, operator }) => method === 'GET' && !operator && !path.includes('{'))
  .map(({ path }) => path);

describe('a list and the palette', () => {
  let shown = 0;
  let found = 0;

  it.each(named(changes))('know at once what %s changed', async (_, endpoint) => {
    const path = await ownPath(endpoint.path);
    const collection = path.slice(0, path.lastIndexOf('/'));
    const record = await read(path);
    const word = newWord();
    const body = record && changedText(endpoint, record, word);
    if (!body) return;
    const [field = '', text] = Object.entries(body)[0] ?? [];
    const listed = isList(endpoint.path.slice(0, endpoint.path.lastIndexOf('/')));
    const rowOf = async () => (await pageOf(collection)).items.find(({ id }) => id === record['id']);
    const before = listed ? await rowOf() : undefined;
    const isFound = (await foundBy(String(record[field]).split(' ')[0] ?? '')).includes(record['id']);
    const { isOk, status, text: said, touched } = await send('PATCH', path, body);
    expect(status, said).toBeLessThan(500);
    if (!isOk) return;
    for (const shows of [endpoint.path, endpoint.path.slice(0, endpoint.path.lastIndexOf('/'))])
      expect(isTouched(shows, touched), `browsers read ${shows} again after ${touched}`).toBe(true);
    expect((await read(path))?.[field]).toBe(text);
    for (const other of others.filter((each) => !isTouched(each, touched)))
      expect((await send('GET', other)).text, `${other} is not read again after ${touched}`).not.toContain(word);
    if (before?.[field] === record[field]) {
      expect((await rowOf())?.[field], `${collection} shows what ${field} was`).toBe(text);
      shown += 1;
    }
    const hits = await foundBy(word);
    if (hits.includes(record['id'])) found += 1;
    else if (isFound && /^(name|title|number|code|sku|description)$/.test(field))
      expect(hits, `the palette finds ${path} by what ${field} was`).toContain(record['id']);
    await send('PATCH', path, { [field]: record[field] });
    expect(await foundBy(word), `the palette finds ${path} by what ${field} was`).not.toContain(record['id']);
  });

  const kept = endpoints.filter(
    ({ method, path, operator }) =>
      method === 'POST' &&
      !operator &&
      !path.includes('{') &&
      isList(path) &&
      endpoints.some((other) => other.method === 'DELETE' && other.path.startsWith(`${path}/{`)),
  );
  let made = 0;
  const ids = [...kernel.ownIDs.values()].flat();

  it.each(named(kept))('count what %s made, until it is deleted', async (_, endpoint) => {
    const { path, body: schema } = endpoint;
    const before = await pageOf(`${path}?take=1`);
    const [template] = before.items;
    const full = template && (await read(`${path}/${template['id']}`));
    if (!full) return;
    const word = newWord();
    const body: RecordJson = {
      ...(validInput(schema as z.ZodType, ids) as RecordJson | undefined),
      ...unchangedBody(endpoint, full),
    };
    for (const [name, value] of Object.entries(body)) {
      if (typeof value !== 'string' || !/^(name|number|code|sku|title|slug|serialNumber)$/.test(name)) continue;
      const fitting = [`${word} ${value}`, `${word}-${value}`, `${word}${value}`, word].find(
        (text) => (schema as z.ZodType).safeParse({ ...body, [name]: text }).success,
      );
      if (fitting) body[name] = fitting;
    }
    const { isOk, status, body: answer, text, touched } = await send('POST', path, body);
    expect(status, text).toBeLessThan(500);
    const id = answer?.['id'];
    if (!isOk || typeof id !== 'string') return;
    made += 1;
    expect(isTouched(path, touched), `browsers read ${path} again after ${touched}`).toBe(true);
    expect((await pageOf(`${path}?take=1`)).count, path).toBe(before.count + 1);
    const isFound = (await foundBy(word)).includes(id);
    const removed = await send('DELETE', `${path}/${id}`);
    expect(removed.isOk, `${path}/${id}: ${removed.text}`).toBe(true);
    expect(isTouched(path, removed.touched), `browsers read ${path} again after ${removed.touched}`).toBe(true);
    expect((await pageOf(`${path}?take=1`)).count, path).toBe(before.count);
    expect((await send('GET', `${path}/${id}`)).status).toBe(404);
    if (isFound) expect(await foundBy(word), `${path}/${id}`).not.toContain(id);
  });

  it.runIf(isWhole)('were looked at after most writes', () => {
    expect(shown).toBeGreaterThan(changes.length / 4);
    expect(found).toBeGreaterThan(10);
    expect(made).toBeGreaterThan(kept.length / 2);
  });
});

describe('a duplicate', () => {
  it('is told of by a field of the request, whatever unique key it breaks', async () => {
    const { duplicateField } = await import('../../../kernel/problems/problem-response.ts');
    const { rows } = await kernel.admin.query<{ schema: string; table: string; constraint: string; columns: string[] }>(
      `select space.nspname as schema, own.relname as table, named.relname as constraint,
        array(select attname::text from unnest(unique_key.indkey) with ordinality as key(num, place)
          join pg_attribute on attrelid = own.oid and attnum = key.num order by place) as columns
      from pg_index unique_key join pg_class named on named.oid = unique_key.indexrelid
      join pg_class own on own.oid = unique_key.indrelid join pg_namespace space on space.oid = own.relnamespace
      where unique_key.indisunique and not unique_key.indisprimary and named.relname like '%\\_unique'
        and space.nspname = any($1)`,
      [kernel.registry.schemaOwners().map(({ schema }) => schema)],
    );
    expect(rows.length).toBeGreaterThan(20);
    const camel = (column: string): string =>
      column.replace(/_id$/, 'ID').replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    for (const { columns, ...fault } of rows) {
      const field = duplicateField(fault);
      // The last column of a key over an expression is not among them.
      const last = columns.at(-1) ?? '';
      const anyCase = /_account_id_(\w+)_any_case_unique$/.exec(fault.constraint)?.[1];
      const meant = camel(anyCase ?? last);
      expect(field, JSON.stringify(fault)).toBe(meant);
    }
  });
});

describe('the statements of these changes', () => {
  it('are such as Citus takes: they say whose rows they are about, and write once', () =>
    expect(sent.refused(kernel.tables, isWhole ? 500 : 0)).toEqual([]));

  it('has sent nothing new that works on one node alone', () =>
    expect(sent.habits('changes', kernel.tables)).toEqual([]));

  it('do not grow with the number of values', () => expect(grown()).toEqual([]));
});
