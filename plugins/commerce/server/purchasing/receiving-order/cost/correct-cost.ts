import {
  type Big,
  decimal,
  newID,
  problems,
  roundMoney,
  roundUnitPrice,
  sumOf,
  toColumn,
  toWire,
  valueText,
  zero,
} from '@millwright/core/contracts';
import { type AccountContext, audit, emit, listed, sql } from '@millwright/core/server';
import type { StockLeft, SupplyPort } from '@millwright/inventory/contracts';
import {
  type CorrectReceivingCostInput,
  type CostCorrection,
  costsCorrected,
  receivingOrderProblems,
} from '../../../../contracts/index.ts';
import { documentFormats } from '../../../document/record/document-formats.ts';
import {
  factOf,
  type LockedReceiving,
  lineName,
  lockedReceiving,
  receivingSourceOf,
} from '../goods/locked-receiving.ts';
import { receivingRecord, touchedReceiving } from '../record/receiving-order-record.ts';

/** Accepted goods, with their cost on receipt and before the correction. */
interface Came {
  id: string;
  lineID: string;
  sku: string;
  accepted: Big;
  /** Value on receipt. */
  value: Big;
  /** Value before the correction, including freight. */
  known: Big;
  /** Base units of the line's quantity, which give the size of its unit. */
  baseQuantity: Big;
  quantity: Big;
  correctedCost: Big | null;
}

/** Numbers as texts. */
type Texts<Row> = {
  [Key in keyof Row]: Row[Key] extends Big ? string : Big extends Row[Key] ? string | null : Row[Key];
};

async function cameOf(ctx: AccountContext, id: string): Promise<Came[]> {
  const { rows } = await sql<Texts<Came>>`select came.id, line.id as "lineID", line.sku,
      (came.base_quantity - came.base_rejected)::text as accepted, came.value::text as value,
      coalesce((select corrected.value from commerce.cost_correction corrected
        where corrected.account_id = came.account_id and corrected.delivery_line_id = came.id
        order by corrected.created_at desc, corrected.id desc limit 1), came.value)::text as known,
      line.base_quantity::text as "baseQuantity", line.quantity::text as quantity,
      line.corrected_cost::text as "correctedCost"
    from commerce.delivery delivery
    join commerce.delivery_line came on came.account_id = delivery.account_id and came.delivery_id = delivery.id
    join commerce.receiving_order_line line on line.account_id = came.account_id and line.id = came.receiving_line_id
    where delivery.account_id = ${ctx.account.id} and delivery.receiving_order_id = ${id} and not delivery.is_historic
      and came.voided_at is null and came.base_quantity > came.base_rejected
    order by line.line_item_number, delivery.received_at, came.id`.execute(ctx.em.query());
  return rows.map(({ accepted, value, known, baseQuantity, quantity, correctedCost, ...row }) => ({
    ...row,
    accepted: decimal(accepted),
    value: decimal(value),
    known: decimal(known),
    baseQuantity: decimal(baseQuantity),
    quantity: decimal(quantity),
    correctedCost: correctedCost === null ? null : decimal(correctedCost),
  }));
}

/** Value without freight. */
const priceOf = ({ accepted, quantity, baseQuantity, correctedCost, value }: Came): Big =>
  correctedCost ? roundUnitPrice(correctedCost.times(accepted).times(quantity).div(baseQuantity)) : value;

/**
 * Values of all goods, with freight distributed by the values without it; the last one takes the rounding difference.
 */
function worthOf(came: readonly Came[], freight: Big): Big[] {
  const prices = came.map(priceOf);
  let open = sumOf(prices);
  if (freight.gt(zero) && open.eq(zero))
    throw problems.invalid_input({
      errors: [{ path: 'freight', message: 'Cannot be spread over goods that cost nothing: say what they cost' }],
    });
  let rest = freight;
  return prices.map((price) => {
    const share = open.eq(zero) ? zero : price.eq(open) ? rest : roundUnitPrice(rest.times(price).div(open));
    [open, rest] = [open.minus(price), rest.minus(share)];
    return price.plus(share);
  });
}

/** Stores the entered costs, with which the next correction begins. */
async function keep(
  ctx: AccountContext,
  order: LockedReceiving,
  { lines, freight }: CorrectReceivingCostInput,
): Promise<void> {
  const known = new Map(order.lines.map((line) => [line.id, line]));
  if (lines.some(({ lineID }) => !known.has(lineID)))
    throw problems.not_found({ message: 'Receiving order line not found' });
  const dull = lines.findIndex(({ lineID }) => {
    const { received = zero, rejected = zero } = known.get(lineID) ?? {};
    return received.minus(rejected).eq(zero);
  });
  const name = known.get(lines[dull]?.lineID ?? '');
  if (name)
    throw receivingOrderProblems.nothing_received({
      message: `Nothing of ${lineName(name)} was accepted`,
      errors: [{ path: `lines.${dull}.lineID`, message: 'Nothing of it was accepted' }],
    });
  if (lines.length)
    await sql`update commerce.receiving_order_line line set corrected_cost = said.cost
      from unnest(${listed(lines.map(({ lineID }) => lineID))}, ${listed(
        lines.map(({ unitCost }) => `${unitCost}`),
        'numeric',
      )}) as said (id, cost)
      where line.account_id = ${ctx.account.id} and line.id = said.id`.execute(ctx.em.query());
  await sql`update commerce.receiving_order set updated_at = ${ctx.clock.now()}, version = version + 1,
      freight = coalesce(${freight === undefined ? null : `${freight}`}::numeric, freight)
    where account_id = ${ctx.account.id} and id = ${order.id}`.execute(ctx.em.query());
}

const freightOf = async (ctx: AccountContext, id: string): Promise<Big> => {
  const { rows } = await sql<{ freight: string }>`select coalesce(freight, 0)::text as freight
    from commerce.receiving_order where account_id = ${ctx.account.id} and id = ${id}`.execute(ctx.em.query());
  return decimal(rows[0]?.freight ?? '0');
};

/**
 * Corrects the cost of received goods. Movements are never changed: goods in stock are revalued today, and the change
 * for goods that have left is a variance of today.
 * @throws Problem 404 for a line of another order, 409 `nothing_received`
 */
export async function correctCost(
  ctx: AccountContext,
  supply: SupplyPort,
  id: string,
  input: CorrectReceivingCostInput,
): Promise<CostCorrection[]> {
  const order = await lockedReceiving(ctx, id, input.version);
  await keep(ctx, order, input);
  const came = await cameOf(ctx, id);
  if (!came.length) throw receivingOrderProblems.nothing_received();
  const worth = worthOf(came, await freightOf(ctx, id));
  const other = came.flatMap((each, index) => {
    const value = worth[index] as Big;
    return value.eq(each.known) ? [] : { ...each, now: value };
  });
  const note = input.note || undefined;
  const left = await supply.revalue(
    ctx,
    receivingSourceOf(order),
    other.map(({ id: lineID, now }) => ({ lineID, value: valueText(now) })),
    note,
  );
  const rows = other.map((each, index) => {
    const { quantity, valueBefore, value } = left[index] as StockLeft;
    const inStock = decimal(value).minus(decimal(valueBefore));
    const variance = each.now.minus(each.known).minus(inStock);
    const gone = each.accepted.minus(decimal(quantity));
    return { each, inStock, variance, gone };
  });
  await ctx.em.insert(
    'commerce.cost_correction',
    rows.map(({ each, inStock, variance, gone }) => ({
      id: newID('cor'),
      created_at: ctx.clock.now(),
      receiving_order_id: id,
      delivery_line_id: each.id,
      value_before: valueText(each.known),
      value: valueText(each.now),
      quantity_left: toColumn(gone, 6),
      in_stock: valueText(inStock),
      variance: valueText(variance),
      note: note ?? null,
      actor_name: ctx.actor.name,
    })),
  );
  const cents = (values: readonly Big[]): number => toWire(roundMoney(sumOf(values)));
  const corrections = [...Map.groupBy(rows, ({ each }) => each.lineID)].map(([lineID, own]) => ({
    lineID,
    sku: own[0]?.each.sku ?? '',
    inStock: cents(own.map(({ inStock }) => inStock)),
    variance: cents(own.map(({ variance }) => variance)),
  }));
  if (rows.length) {
    const { money } = documentFormats(ctx);
    const told = corrections.map(
      ({ sku, inStock, variance }) => `${sku} ${money(inStock)} in stock, ${money(variance)} had left`,
    );
    audit(ctx, {
      record: receivingRecord(id),
      action: 'cost_corrected',
      note: [note, told.slice(0, 5).join('; ')].filter(Boolean).join(': '),
    });
    emit(ctx, costsCorrected, { ...factOf(order), corrections }, receivingRecord(id));
  }
  await ctx.em.flush();
  touchedReceiving(ctx);
  return corrections;
}
