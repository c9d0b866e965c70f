import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { audit } from '../audit/audit.ts';
import { type AnyEndpoint, isReading } from '../contracts/endpoint.ts';
import { isTouched } from '../contracts/touched.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import { acceptedCalls } from './accepted-call.ts';
import { ownRecords } from './own-records.ts';
import { chosen } from './plan/choice.ts';
import { bootPopulatedKernel, type PopulatedKernel } from './populated-kernel.ts';
import { type RecordWrite, recordWrites, untold, type Writes } from './record-writes.ts';

// Generated from the routes: whatever record an accepted call writes, its timeline tells it and browsers read it again.
const kernel: PopulatedKernel = await bootPopulatedKernel();
afterAll(() => kernel.stop());
const own = ownRecords(kernel);
const accepted = acceptedCalls(kernel, own);
const writesSince = await recordWrites(kernel);

const writing = kernel.routes
  .filter(({ route: { scope, endpoint } }) => (scope === 'account' || scope === 'outside') && !isReading(endpoint))
  .map(({ route }) => route.endpoint)
  .filter(({ operator }) => !operator);
const planned = new Set(chosen('routes', writing, ({ name }) => name));
/** What a route is about is made first: records of the demo do not stand in every state. */
const isMaker = ({ method, path }: AnyEndpoint): boolean =>
  method === 'POST' && [...planned].some((other) => other.path.startsWith(`${path}/{`));
const routes = writing.filter((endpoint) => planned.has(endpoint) || isMaker(endpoint));

const prefixOf = (id: string): string => id.slice(0, id.lastIndexOf('_'));

/** Where a record is read, by the prefix of its ids. */
const addresses = new Map<string, string[]>();
for (const { method, path } of own.endpoints) {
  const list = path.slice(0, path.lastIndexOf('/'));
  if (method !== 'GET' || !path.endsWith('}') || !own.isList(list)) continue;
  const page = await own.read(await own.ownPath(list));
  const [first] = (page?.['items'] ?? []) as { id?: unknown }[];
  if (typeof first?.id !== 'string') continue;
  const prefix = prefixOf(first.id);
  addresses.set(prefix, [...(addresses.get(prefix) ?? []), path]);
}

/** Records that were written and that no touched path leads to. */
const unread = ({ records }: Writes, touched: readonly string[]): RecordWrite[] =>
  records.filter(({ id }) => {
    const shown = addresses.get(prefixOf(id)) ?? [];
    return shown.length > 0 && !shown.some((path) => isTouched(path, touched));
  });

const named = (records: readonly RecordWrite[]): string[] =>
  records.map(({ how, id, types, columns }) => `${how} ${types[0]?.type} ${id} ${columns.join()}`);

describe('the records that a call wrote', () => {
  let taken = 0;
  const seen = new Set<string>();

  it.each(routes.map((endpoint) => [endpoint.name, endpoint] as const))('%s tells of', async (_, endpoint) => {
    const answer = await accepted(endpoint);
    const writes = await writesSince();
    if (!answer) {
      expect(named(writes.records), 'was refused and has written').toEqual([]);
      return;
    }
    taken += 1;
    for (const { types } of writes.records) for (const { type } of types) seen.add(type);
    expect(named(untold(writes)), 'without an entry in a timeline').toEqual([]);
    expect(named(unread(writes, answer.touched)), `not read again after ${answer.touched}`).toEqual([]);
  });

  it('have types with a timeline', () => {
    const asked = kernel.registry.plugins.flatMap(
      ({ definition }) => definition.recordSources?.(kernel.services) ?? [],
    );
    const shown = new Set(asked.map(({ type }) => type));
    const silent = kernel.registry.records.filter(({ toldBy, untold: why }) => !toldBy && why === undefined);
    expect(silent.map(({ type }) => type).filter((type) => !shown.has(type))).toEqual([]);
  });

  it('were many', () => {
    expect(addresses.size).toBeGreaterThan(30);
    if (planned.size < writing.length) return;
    expect(taken).toBeGreaterThan(writing.length * 0.55);
    expect(seen.size).toBeGreaterThan(25);
  });
});

describe('a change of carriers', () => {
  beforeEach(async () => void (await writesSince()));
  const change = (isTold: boolean) =>
    kernel.a.run(async (ctx) => {
      const { rows } = await sql<{ id: string }>`update commerce.carrier set name = name || '.'
        where account_id = ${ctx.account.id} returning id`.execute(ctx.em.query());
      if (isTold) for (const { id } of rows) audit(ctx, { record: { type: 'carrier', id }, action: 'updated' });
      return rows.map(({ id }) => id).sort();
    });

  it('is found where no timeline tells it, or no browser reads it again', async () => {
    const changed = await change(false);
    const writes = await writesSince();
    expect(changed.length).toBeGreaterThan(0);
    const ids = (records: readonly RecordWrite[]): string[] => records.map(({ id }) => id).sort();
    expect(ids(untold(writes))).toEqual(changed);
    expect(ids(unread(writes, ['/v1/sales-orders']))).toEqual(changed);
    expect(unread(writes, ['/v1/carriers'])).toEqual([]);
  });

  it('is in order where its timeline does', async () => {
    await change(true);
    expect(untold(await writesSince())).toEqual([]);
  });
});
