import { sql } from 'kysely';
import type { AccountContext } from '../kernel/context.ts';
import type { AppliedRow, WrittenVersion } from './change-set-work.ts';

/**
 * The rows with the versions to expect. Read before the work locks its records: who changes one in between gives it a
 * version
 * that is expected nowhere.
 */
export async function asTheyStand<Row extends AppliedRow>(ctx: AccountContext, rows: readonly Row[]): Promise<Row[]> {
  const ids = rows.flatMap(({ versions }) => Object.keys(versions));
  if (!ids.length) return [...rows];
  const { rows: restored } = await sql<{ id: string; version: number; standsAs: number }>`
    select record_id as id, version, stands_as as "standsAs" from core.restored_version
    where account_id = ${ctx.account.id} and record_id = any(${ids}::text[])`.execute(ctx.em.query());
  if (!restored.length) return [...rows];
  const byID = Map.groupBy(restored, ({ id }) => id);
  const standing = (id: string, { found, left }: WrittenVersion): WrittenVersion => ({
    found,
    left: byID.get(id)?.find(({ version }) => version === left)?.standsAs ?? left,
  });
  return rows.map((row) => ({
    ...row,
    versions: Object.fromEntries(Object.entries(row.versions).map(([id, each]) => [id, standing(id, each)])),
  }));
}

/**
 * Notes what stands again: the version that the rows found, and whatever stood as it, stand as the restored one. In the
 * transaction that restored it.
 */
export async function noteRestored(
  ctx: AccountContext,
  rows: readonly AppliedRow[],
  restored: ReadonlyMap<string, number>,
): Promise<void> {
  const found = new Map(
    rows.flatMap(({ versions }) => Object.entries(versions).map(([id, version]) => [id, version.found] as const)),
  );
  const moved = [...restored].flatMap(([id, to]) => {
    const from = found.get(id) ?? null;
    return from === null || from === to ? [] : { id, from, to };
  });
  if (!moved.length) return;
  await sql`with moved as (
      select * from jsonb_to_recordset(${JSON.stringify(moved)}::text::jsonb) as r(id text, "from" int, "to" int)),
    known as (
      update core.restored_version v set stands_as = moved."to", restored_at = ${ctx.clock.now()} from moved
      where v.account_id = ${ctx.account.id} and v.record_id = moved.id and v.stands_as = moved."from"
      returning v.record_id)
    insert into core.restored_version (account_id, record_id, version, stands_as, restored_at)
    select ${ctx.account.id}, moved.id, moved."from", moved."to", ${ctx.clock.now()} from moved
    where moved.id not in (select record_id from known)`.execute(ctx.em.query());
}
