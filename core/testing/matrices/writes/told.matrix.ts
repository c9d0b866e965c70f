import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { audit } from '../../../audit/audit.ts';
import { type AnyEndpoint, isReading } from '../../../contracts/endpoints/endpoint.ts';
import { isTouched } from '../../../contracts/endpoints/touched.ts';
import { sql } from '../../../database/tenant-entity-manager.ts';
import { acceptedCalls } from '../../calls/accepted-call.ts';
import { ownRecords } from '../../calls/own-records.ts';
import { bootPopulatedKernel, type PopulatedKernel } from '../../kernel/populated-kernel.ts';
import { chosen } from '../../plan/choice.ts';
import { oneFieldChanges } from './field-changes.ts';
import { type RecordWrite, recordWrites, untold, type Writes } from './record-writes.ts';

// Generated from the routes: every record that an accepted call writes has a timeline entry, and browsers read it
// again.
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
/** Calls that create records run first, because the demo does not have records in every state. */
const isMaker = ({ method, path }: AnyEndpoint): boolean =>
  method === 'POST' && [...planned].some((other) => other.path.startsWith(`${path}/{`));
const routes = writing.filter((endpoint) => planned.has(endpoint) || isMaker(endpoint));

const prefixOf = (id: string): string => id.slice(0, id.lastIndexOf('_'));

/** Paths that read a record, by the prefix of its ids. */
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

/** Written records that no `touched` path covers. */
const unread = ({ records }: Writes, touched: readonly string[]): RecordWrite[] =>
  records.filter(({ id }) => {
    const shown = addresses.get(prefixOf(id)) ?? [];
    return shown.length > 0 && !shown.some((path) => isTouched(path, touched));
  });

const named = (records: readonly RecordWrite[]): string[] =>
  records.map(({ how, id, types, columns }) => `${how} ${types[0]?.type} ${id} ${columns.join()}`);

/** Logs of their own, which screens show beside timelines. */
const logs = new Set(['inventory.movement', 'production.batch_event']);

/** Tables with parts of records that changed without an entry in any timeline or log. */
const silentParts = ({ parts, told }: Writes): string[] =>
  told.size || parts.some((table) => logs.has(table)) ? [] : parts;

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
    expect(silentParts(writes), 'changed while no timeline had an entry').toEqual([]);
    if (writes.parts.length) expect(answer.touched, `nothing is read again after ${writes.parts}`).not.toEqual([]);
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

describe('the records that a change of one field wrote', () => {
  const changing = writing.filter((endpoint) => /^(PATCH|PUT)$/.test(endpoint.method) && planned.has(endpoint));
  const change = oneFieldChanges(kernel, own);
  let fields = 0;

  it.each(changing.map((endpoint) => [endpoint.name, endpoint] as const))('%s tells of', async (_, endpoint) => {
    const changed = await change(endpoint, async (field, { touched }) => {
      const writes = await writesSince();
      expect(named(untold(writes)), `${field} without an entry in a timeline`).toEqual([]);
      expect(silentParts(writes), `${field} while no timeline had an entry`).toEqual([]);
      expect(named(unread(writes, touched)), `${field} not read again after ${touched}`).toEqual([]);
      return writes.records.length + writes.parts.length > 0;
    });
    fields += changed.length;
  });

  it('were many', () => {
    if (planned.size < writing.length) return;
    expect(fields).toBeGreaterThan(200);
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

  it('is found where only a part of them changes and no timeline tells it', async () => {
    const rename = (isTold: boolean) =>
      kernel.a.run(async (ctx) => {
        const { rows } = await sql<{ id: string }>`update commerce.carrier_option set name = name || '.'
          where account_id = ${ctx.account.id} returning carrier_id as id`.execute(ctx.em.query());
        const [first] = rows;
        if (first && isTold) audit(ctx, { record: { type: 'carrier', id: first.id }, action: 'updated' });
        return rows.length;
      });
    expect(await rename(false)).toBeGreaterThan(0);
    expect(silentParts(await writesSince())).toEqual(['commerce.carrier_option']);
    await rename(true);
    expect(silentParts(await writesSince())).toEqual([]);
  });

  it('is in order where its timeline does', async () => {
    await change(true);
    expect(untold(await writesSince())).toEqual([]);
  });
});
