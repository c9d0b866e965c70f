import {
  type AccountContext,
  audit,
  type PlainDraft,
  type PlainPreparation,
  type PlainTaken,
  type PlainWrite,
  sql,
} from '@millwright/core/server';
import { placeIs } from '../../../states/states.ts';

/** The account has one default place, which is open: what the rows of a chunk say is judged together. */
export async function defaultFaults(ctx: AccountContext, drafts: readonly PlainDraft[]): Promise<void> {
  const chosen = drafts.filter(({ values }) => values['isDefault'] === true);
  const [first, ...others] = chosen.filter(({ values, fault }) => {
    if (values['reservationState'] === 'open') return true;
    fault('reservationState', 'The default place takes all stock, so it has to be open');
    return false;
  });
  for (const { fault } of others)
    fault('isDefault', `Row ${first?.record.rows[0]?.row ?? 0} makes another place the default`);
  if (first && (await isClosedAround(ctx, first))) first.fault('isDefault', 'A place around it is closed');
  for (const { before, values, fault } of drafts)
    if (before?.values['isDefault'] && !values['isDefault'] && !first)
      fault('isDefault', 'Make another place the default instead');
}

/** Whether the place that a row is inside of is closed. */
async function isClosedAround(ctx: AccountContext, { values: { parent } }: PlainDraft): Promise<boolean> {
  if (typeof parent !== 'object' || parent === null || !('id' in parent)) return false;
  const { rows } = await sql`select from inventory.storage_location
    where account_id = ${ctx.account.id} and id = ${parent.id} and is_closed`.execute(ctx.em.query());
  return rows.length > 0;
}

/** Takes the mark from the place that is the default, for one of those that are written. */
export async function passDefaultOn(
  ctx: AccountContext,
  writes: readonly PlainWrite[],
): Promise<NonNullable<PlainPreparation['others']>> {
  const taker = writes.find(({ values, before }) => values['isDefault'] && !before?.values['isDefault']);
  if (!taker) return [];
  const writtenIDs = writes.map(({ id }) => id);
  // Of those that are written themselves only the mark goes, which two never have: their new version comes with the
  // rest.
  await sql`update inventory.storage_location set is_default = false
    where account_id = ${ctx.account.id} and is_default and id = any(${writtenIDs}::text[])`.execute(ctx.em.query());
  const { rows } = await sql<{ id: string; version: number }>`update inventory.storage_location
    set is_default = false, updated_at = ${ctx.clock.now()}, version = version + 1
    where account_id = ${ctx.account.id} and is_default returning id, version`.execute(ctx.em.query());
  tell(ctx, rows, true);
  return rows.map(({ id, version }) => ({ forID: taker.id, id, found: version - 1, left: version }));
}

function tell(ctx: AccountContext, rows: readonly { id: string }[], from: boolean): void {
  for (const { id } of rows)
    audit(ctx, {
      record: { type: 'storage_location', id },
      action: 'updated',
      changes: [{ field: 'isDefault', from, to: !from }],
    });
}

const passedOn = (taken: readonly PlainTaken[]) =>
  taken.flatMap(({ id, undo }) => (undo.others ?? []).map((other) => ({ id, other })));

/** The place that gets the mark back has to be there and open. */
export async function refusalsOfDefault(
  ctx: AccountContext,
  taken: readonly PlainTaken[],
): Promise<Map<string, string>> {
  const passed = passedOn(taken);
  if (!passed.length) return new Map();
  const { rows } = await sql<{ id: string }>`select id from inventory.storage_location
    where account_id = ${ctx.account.id} and ${placeIs.open('reservation_state')} and not is_closed
      and id = any(${passed.map(({ other }) => other)}::text[])`.execute(ctx.em.query());
  const open = new Set(rows.map(({ id }) => id));
  return new Map(
    passed.flatMap(({ id, other }) =>
      open.has(other) ? [] : [[id, 'the place that was the default is no longer there or open'] as const],
    ),
  );
}

/** Gives the mark back to the place that had it; answers its new version. */
export async function markAgain(ctx: AccountContext, taken: readonly PlainTaken[]): Promise<Map<string, number>> {
  const ids = passedOn(taken).map(({ other }) => other);
  if (!ids.length) return new Map();
  const { rows } = await sql<{ id: string; version: number }>`update inventory.storage_location
    set is_default = true, updated_at = ${ctx.clock.now()}, version = version + 1
    where account_id = ${ctx.account.id} and id = any(${ids}::text[]) returning id, version`.execute(ctx.em.query());
  tell(ctx, rows, false);
  return new Map(rows.map(({ id, version }) => [id, version]));
}
