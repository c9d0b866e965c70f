import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AnyEndpoint } from '../contracts/endpoint.ts';
import { tableNamed } from './id-fields.ts';
import { bootPopulatedKernel, type PopulatedKernel } from './populated-kernel.ts';

type Json = Record<string, unknown>;

const kernel: PopulatedKernel = await bootPopulatedKernel();
afterAll(() => kernel.stop());
const endpoints = kernel.routes.map(({ route }) => route.endpoint);

const read = async (path: string): Promise<Json | undefined> => {
  const response = await (await kernel.a.as('admin')).fetch(path);
  return response.ok ? ((await response.json()) as Json) : undefined;
};

/**
 * The path with records of A: those that the list before a parameter has, else one of the table that its name speaks
 * of.
 */
async function ownPath(path: string): Promise<string> {
  const at = path.lastIndexOf('/{');
  if (at < 0) return path;
  const end = path.indexOf('}', at);
  const collection = await ownPath(path.slice(0, at));
  const isList = endpoints.some(({ method, path: other }) => method === 'GET' && other === path.slice(0, at));
  const page = isList ? await read(collection) : undefined;
  const [first] = (page?.['items'] ?? []) as { id?: string }[];
  const table = tableNamed(path.slice(at + 2, end), kernel.ownIDs.keys());
  return `${collection}/${first?.id ?? (table && kernel.ownIDs.get(table)?.[0]) ?? 'nobody'}${path.slice(end + 1)}`;
}

const idOf = (value: unknown): unknown => (value as Json | null)?.['id'] ?? null;

/** What a record holds under the name of a field: itself, or the ids of what the field refers to. */
function held(record: Json, name: string): unknown {
  if (name in record) return record[name];
  const list = record[`${name.replace(/IDs$/, '')}s`];
  if (name.endsWith('IDs') && Array.isArray(list)) return list.map(idOf);
  const one = name.replace(/ID$/, '');
  return name.endsWith('ID') && one in record ? idOf(record[one]) : undefined;
}

/** Amounts are shown with ids and names that nobody sends back. */
const sendable = (value: unknown): unknown[] => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [value];
  const { measure, unitID, value: rate, perUnitID } = value as Json;
  return [value, { measure, unitID }, { value: rate, unitID, perUnitID }];
};

/** The fields of a record that a change takes, with what they hold. */
function unchangedBody(schema: z.ZodType, record: Json): Json {
  const form = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as {
    properties?: Json;
  };
  const body: Json = {};
  for (const name of Object.keys(form.properties ?? {})) {
    const value = held(record, name);
    if (name === 'version' || value === undefined) continue;
    const fitting = sendable(value).find((each) => schema.safeParse({ ...body, [name]: each }).success);
    if (fitting !== undefined) body[name] = fitting;
  }
  return body;
}

describe('a change to what is there already', () => {
  const changes = endpoints.filter(
    ({ method, path, operator }) =>
      method === 'PATCH' && !operator && endpoints.some((other) => other.method === 'GET' && other.path === path),
  );
  let accepted = 0;

  it.each(changes.map((endpoint) => [endpoint.name, endpoint] as const))('%s writes nothing', async (_, endpoint) => {
    const path = await ownPath(endpoint.path);
    const record = await read(path);
    if (!record) return;
    const admin = await kernel.a.as('admin');
    const before = await kernel.writesOfA();
    for (const body of [{}, unchangedBody((endpoint as AnyEndpoint).body as z.ZodType, record)]) {
      const response = await admin.fetch(path, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer = await response.text();
      expect(response.status, answer).toBeLessThan(500);
      if (response.ok && Object.keys(body).length) accepted += 1;
      expect(await kernel.writesOfA(), `${path} ${JSON.stringify(body)}: ${response.status} ${answer}`).toEqual(before);
    }
  });

  it('was taken by most', () => {
    expect(changes.length).toBeGreaterThan(20);
    expect(accepted).toBeGreaterThan(changes.length / 2);
  });
});

describe('a duplicate', () => {
  it('is told of by a field of the request, whatever unique key it breaks', async () => {
    const { duplicateField } = await import('../kernel/problem-response.ts');
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
      // Of a key over an expression the last column is not among them.
      const last = columns.at(-1) ?? '';
      const anyCase = /_account_id_(\w+)_any_case_unique$/.exec(fault.constraint)?.[1];
      const meant = camel(anyCase ?? last);
      expect(field, JSON.stringify(fault)).toBe(meant);
    }
  });
});
