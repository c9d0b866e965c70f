import { sql } from 'kysely';
import type { AccountContext } from '../../kernel/context/context.ts';
import type { AppliedRow, WrittenVersion } from '../run/change-set-action.ts';

/**
 * The rows with their expected versions. Read before the action locks its records: a concurrent write gives a record a
 * version that matches no expectation.
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
 * Records restored versions: the version before the set, and all versions equivalent to it, are now equivalent to the
 * restored one. Runs in the restoring transaction.
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
  const now = ctx.clock.now();
  const { rows: known } = await sql<{ id: string }>`update core.restored_version v
    set stands_as = moved."to", restored_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(moved)}::text::jsonb) as moved(id text, "from" int, "to" int)
    where v.account_id = ${ctx.account.id} and v.record_id = moved.id and v.stands_as = moved."from"
    returning v.record_id as id`.execute(ctx.em.query());
  const standing = new Set(known.map(({ id }) => id));
  await ctx.em.insert(
    'core.restored_version',
    moved
      .filter(({ id }) => !standing.has(id))
      .map(({ id, from, to }) => ({ record_id: id, version: from, stands_as: to, restored_at: now })),
  );
}
