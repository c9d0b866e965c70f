import type { FieldError } from '@millwright/core/contracts';
import { problems } from '@millwright/core/contracts';
import { type AccountContext, audit, emit, sql } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import { type PackPickInput, pickPacked, pickProblems } from '../../../../contracts/index.ts';
import { pickRecord } from '../../../sales/order-picks/pick-record.ts';
import { createShipment, type PackedGoods } from '../../shipment/record/create-shipment.ts';
import { lockedPick, type OpenPick, refuseClosedPick } from './open-pick.ts';
import { type PickedLine, pickedOf } from './pick-moves.ts';
import { recountPicks } from './recount-picks.ts';

type GivenCases = NonNullable<PackPickInput['cases']>;

/**
 * The requested case contents in base units.
 * @throws Problem 400 for a line that is not picked
 */
async function casesInBase(
  ctx: AccountContext,
  catalogue: CataloguePort,
  picked: readonly PickedLine[],
  cases: GivenCases,
): Promise<NonNullable<PackedGoods['cases']>> {
  const { rows } = await sql<{ id: string; itemID: string; unitID: string }>`select id, item_id as "itemID",
      unit_id as "unitID"
    from commerce.sales_order_line
    where account_id = ${ctx.account.id} and id = any(${picked.map(({ orderLineID }) => orderLineID)}::text[])`.execute(
    ctx.em.query(),
  );
  const known = new Map(rows.map((line) => [line.id, line]));
  const contents = cases.flatMap((each, at) =>
    each.contents.map((content, index) => ({ ...content, at, path: `cases.${at}.contents.${index}` })),
  );
  const errors = contents.flatMap(({ orderLineID, path }): FieldError[] =>
    known.has(orderLineID) ? [] : [{ path: `${path}.orderLineID`, message: 'Nothing of this line is picked' }],
  );
  if (errors.length) throw problems.invalid_input({ errors });
  const base = await catalogue.convertToBase(
    ctx,
    contents.map(({ orderLineID, quantity, path }) => ({
      itemID: known.get(orderLineID)?.itemID ?? '',
      measure: typeof quantity === 'number' ? quantity : quantity.measure,
      unitID: typeof quantity === 'number' ? known.get(orderLineID)?.unitID : quantity.unitID,
      path: `${path}.quantity`,
    })),
  );
  const inBase = contents.map(({ at, orderLineID, lotID }, index) => ({
    at,
    content: { orderLineID, lotID: lotID === undefined ? undefined : lotID, quantity: base[index]?.baseMeasure ?? '0' },
  }));
  return cases.map((_, at) => ({
    contents: inBase.filter((each) => each.at === at).map(({ content }) => content),
  }));
}

/**
 * Packs all picked goods that are not packed yet into one shipment.
 * @throws Problem 409 `nothing_to_pack`, `contents_do_not_sum`; 400 `more_cases_than_pieces`
 */
export async function packPicked(
  ctx: AccountContext,
  catalogue: CataloguePort,
  pickID: string,
  { shipmentCaseCount, cases, useEstimates, version }: PackPickInput,
): Promise<{ id: string; number: string }> {
  const pick = await lockedPick(ctx, pickID, version);
  refuseClosedPick(pick);
  const open = (await pickedOf(ctx, pickID)).filter(({ shipmentID }) => shipmentID === null);
  if (!open.length)
    throw pickProblems.nothing_to_pack({
      message: `Nothing of order ${pick.orderNumber} is picked that is not packed yet: pick first`,
    });
  if (cases && cases.length !== shipmentCaseCount)
    throw problems.invalid_input({
      errors: [{ path: 'cases', message: `There are ${cases.length} entries for ${shipmentCaseCount} cases` }],
    });
  const shipment = await createShipment(ctx, {
    orderID: pick.orderID,
    pickID,
    lines: open.map(({ orderLineID, itemID, lotID, quantity }) => ({ orderLineID, itemID, lotID, quantity })),
    caseCount: shipmentCaseCount,
    cases: cases && (await casesInBase(ctx, catalogue, open, cases)),
    isWeighed: useEstimates,
  });
  const finished = await recountPicks(ctx, [pick.orderID]);
  tellPacked(ctx, pick, { ...shipment, caseCount: shipmentCaseCount, isFinished: finished.has(pickID) });
  return shipment;
}

function tellPacked(
  ctx: AccountContext,
  { id, number, orderID }: OpenPick,
  shipment: { id: string; number: string; caseCount: number; isFinished: boolean },
): void {
  const { caseCount, isFinished } = shipment;
  const note = `Shipment ${shipment.number}, ${caseCount} ${caseCount === 1 ? 'case' : 'cases'}`;
  audit(ctx, { record: pickRecord(id), action: 'packed', note });
  emit(ctx, pickPacked, { pickID: id, number, orderID, shipmentID: shipment.id, isFinished }, pickRecord(id));
}

/**
 * Removes the packed goods of a shipment from its pick, because the order is closed and the goods wait to be put away.
 * The caller has locked the order. Does nothing for a shipment without a pick.
 */
export async function forgetPacked(
  ctx: AccountContext,
  shipment: { id: string; number: string; orderID: string },
): Promise<void> {
  const { rows } = await sql<{ pickID: string }>`delete from commerce.pick_line
    where account_id = ${ctx.account.id} and shipment_id = ${shipment.id} returning pick_id as "pickID"`.execute(
    ctx.em.query(),
  );
  const [first] = rows;
  if (!first) return;
  await recountPicks(ctx, [shipment.orderID]);
  const note = `Shipment ${shipment.number} came back: its goods are to be put away`;
  audit(ctx, { record: pickRecord(first.pickID), action: 'unpacked', note });
}

/**
 * Unpacks the goods of a shipment: they are picked again and wait in the packing place. The caller has locked the
 * order. Does nothing for a shipment without a pick.
 */
export async function unpack(
  ctx: AccountContext,
  shipment: { id: string; number: string; orderID: string },
): Promise<void> {
  const { rows } = await sql<{ pickID: string }>`update commerce.pick_line set packed_at = null, shipment_id = null
    where account_id = ${ctx.account.id} and shipment_id = ${shipment.id} returning pick_id as "pickID"`.execute(
    ctx.em.query(),
  );
  const [first] = rows;
  if (!first) return;
  await recountPicks(ctx, [shipment.orderID]);
  audit(ctx, { record: pickRecord(first.pickID), action: 'unpacked', note: `Shipment ${shipment.number}` });
}
