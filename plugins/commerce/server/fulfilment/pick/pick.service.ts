import type { BulkAnswer } from '@millwright/core/contracts';
import { problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  changesOf,
  emit,
  runBulk,
  sql,
  touched,
  touchedRows,
} from '@millwright/core/server';
import type { StockPort } from '@millwright/inventory/contracts';
import { listPicks, listSalesOrders, pickProblems, pickVoided } from '../../../contracts/index.ts';
import { pickRecord } from '../../sales/order-picks/pick-record.ts';
import { lockedPick, type OpenPick, refuseClosedPick } from './plan/open-pick.ts';
import { fetchPlanned, goodsText, pickedOf, putBack } from './plan/pick-moves.ts';
import { plannedOf } from './plan/pick-plan.ts';
import { pickRelease, releaseOpenPicks } from './plan/release-picks.ts';
import { blockedLotsOf, shortLinesOf } from './short/short-lines.ts';

/** Records and emits that goods of a pick are not needed now. */
export function tellVoided(ctx: AccountContext, { id, number, orderID }: OpenPick, note: string): void {
  audit(ctx, { record: pickRecord(id), action: 'voided', note });
  emit(ctx, pickVoided, { pickID: id, number, orderID }, pickRecord(id));
}

/** Reason why nothing of an order can be planned. Names stock that exists but may not be used. */
async function whyNothing(ctx: AccountContext, orderID: string): Promise<string> {
  const short = await shortLinesOf(ctx, [orderID]);
  const blocked = await blockedLotsOf(
    ctx,
    short.map(({ itemID }) => itemID),
  );
  const texts = [...blocked.values()].flat();
  return texts.length ? texts.slice(0, 3).join('; ') : 'all of it is picked, or stock has to come first';
}

interface UpdatePickInput {
  version?: number | undefined;
  note?: string | null | undefined;
  assigneeID?: string | null | undefined;
}

/** Operations on whole picks. */
export class PickService {
  readonly #stock: StockPort;
  /** Change sets also use it. */
  readonly release: ReturnType<typeof pickRelease>;

  constructor(stock: StockPort) {
    this.#stock = stock;
    this.release = pickRelease(stock);
  }

  /** Releases many picks and lists the refused ones; more than 2,000 by a change set. */
  releaseMany(ctx: AccountContext, ids: readonly string[]): Promise<BulkAnswer> {
    return runBulk(ctx, this.release, {
      ids,
      title: (count) => `Release ${count} picks`,
    });
  }

  async update(ctx: AccountContext, pickID: string, { version, note, assigneeID }: UpdatePickInput): Promise<void> {
    await lockedPick(ctx, pickID, version);
    if (assigneeID) await refuseUnknownMember(ctx, assigneeID);
    const before = await factsOf(ctx, pickID);
    const isChanged =
      (note !== undefined && (note || null) !== before.note) ||
      (assigneeID !== undefined && assigneeID !== before.assigneeID);
    if (!isChanged) return;
    await sql`update commerce.pick set note = ${note === undefined ? before.note : note || null},
        assignee_id = ${assigneeID === undefined ? before.assigneeID : assigneeID}, version = version + 1,
        updated_at = ${ctx.clock.now()}
      where account_id = ${ctx.account.id} and id = ${pickID}`.execute(ctx.em.query());
    const changes = changesOf(before, await factsOf(ctx, pickID), ['note', 'assignee']);
    audit(ctx, { record: pickRecord(pickID), action: 'updated', changes });
    touched(ctx, listPicks);
    touchedRows(ctx, listSalesOrders);
  }

  /** Plans all reserved stock and picks it. */
  async pickAll(ctx: AccountContext, pickID: string, version?: number): Promise<void> {
    const pick = await lockedPick(ctx, pickID, version);
    refuseClosedPick(pick);
    if (!pick.isReleased || pick.heldLineIDs.length || pick.isToPlan) await releaseOpenPicks(ctx, this.#stock, [pick]);
    const planned = await plannedOf(ctx, [pick.orderID]);
    if (!planned.length)
      throw pickProblems.nothing_to_pick({
        message: `Nothing of order ${pick.orderNumber} is planned: ${await whyNothing(ctx, pick.orderID)}`,
      });
    await fetchPlanned(ctx, this.#stock, pick, planned);
  }

  /** Undoes the release of a pick. */
  async void(ctx: AccountContext, pickID: string, version?: number): Promise<void> {
    const pick = await lockedPick(ctx, pickID, version);
    const planned = await plannedOf(ctx, [pick.orderID]);
    const picked = (await pickedOf(ctx, pickID)).filter(({ shipmentID }) => shipmentID === null);
    if (!planned.length && !picked.length) throw pickProblems.nothing_to_void();
    await sql`update commerce.pick set released_at = null, released_by_id = null, held_line_ids = '{}'
      where account_id = ${ctx.account.id} and id = ${pickID}`.execute(ctx.em.query());
    if (planned.length)
      await this.#stock.free(
        ctx,
        planned.map(({ allocationID }) => ({ allocationID })),
      );
    if (picked.length) await putBack(ctx, this.#stock, pick, picked);
    const notes = [
      planned.length ? `Not planned any more: ${goodsText(planned)}` : '',
      picked.length ? `Put back: ${goodsText(picked)}` : '',
    ];
    tellVoided(ctx, pick, notes.filter(Boolean).join('; '));
    touched(ctx, listPicks);
    touchedRows(ctx, listSalesOrders);
  }
}

/** @throws Problem 400 for a user who is not a member of the team */
async function refuseUnknownMember(ctx: AccountContext, memberID: string): Promise<void> {
  const { rows } = await sql`select from core.v_members member
    where member.account_id = ${ctx.account.id} and member.id = ${memberID} and member.customer_id is null`.execute(
    ctx.em.query(),
  );
  if (!rows.length)
    throw problems.invalid_input({ errors: [{ path: 'assigneeID', message: 'There is no such member of the team' }] });
}

interface PickFacts {
  note: string | null;
  assigneeID: string | null;
  assignee: string | null;
}

async function factsOf(ctx: AccountContext, pickID: string): Promise<PickFacts> {
  const { rows } = await sql<PickFacts>`select pick.note, member.id as "assigneeID", member.name as assignee
    from commerce.pick pick
    left join core.v_members member on member.account_id = pick.account_id and member.id = pick.assignee_id
    where pick.account_id = ${ctx.account.id} and pick.id = ${pickID}`.execute(ctx.em.query());
  return rows[0] as PickFacts;
}
