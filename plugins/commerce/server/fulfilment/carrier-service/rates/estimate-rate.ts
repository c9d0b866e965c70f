import { decimal, problems, roundMoney, snapshotOfAddress, sumOf, toWire } from '@millwright/core/contracts';
import { type AccountContext, type OutsideContext, sql } from '@millwright/core/server';
import { type EstimateRateInput, type Freight, freightOf } from '../../../../contracts/index.ts';
import { exemptionColumn, type FreightCustomer, termColumn } from '../../shipment/list/shipment-freight.ts';
import type { CarrierServices } from '../carrier-services.ts';
import { askedCarrier, rateParcels } from './parcel-rates.ts';

type Term = Parameters<typeof freightOf>[0]['term'];

const text = (measure: number | null | undefined): string | null =>
  typeof measure === 'number' ? decimal(measure).toFixed() : null;

async function termOf(ctx: AccountContext, { shippingTermID, customerID }: EstimateRateInput): Promise<Term> {
  if (!shippingTermID && !customerID) return null;
  const { rows } = await sql<{ term: Term }>`select ${termColumn} from commerce.shipping_term term
    where term.account_id = ${ctx.account.id} and term.id = coalesce(${shippingTermID ?? null}::text,
      (select customer.default_shipping_term_id from commerce.customer customer
        where customer.account_id = term.account_id and customer.id = ${customerID ?? null}))`.execute(ctx.em.query());
  if (shippingTermID && !rows.length)
    throw problems.invalid_input({ errors: [{ path: 'shippingTermID', message: 'There is no such shipping term' }] });
  return rows[0]?.term ?? null;
}

async function exemptionsOf(ctx: AccountContext, customerID: string | null | undefined): Promise<readonly string[]> {
  if (!customerID) return [];
  const { rows } = await sql<FreightCustomer>`select ${exemptionColumn} from commerce.customer customer
    where customer.account_id = ${ctx.account.id} and customer.id = ${customerID}`.execute(ctx.em.query());
  if (!rows[0])
    throw problems.invalid_input({ errors: [{ path: 'customerID', message: 'There is no such customer' }] });
  return rows[0].exemptions;
}

async function areExempt(ctx: AccountContext, productLineIDs: readonly string[] | undefined): Promise<boolean> {
  if (!productLineIDs?.length) return false;
  const { rows } = await sql<{
    id: string;
    isExempt: boolean;
  }>`select line.id, exists (select from inventory.v_items item
      where item.account_id = line.account_id and item.product_line_id = line.id
        and item.is_freight_exempt) as "isExempt"
    from inventory.v_product_lines line
    where line.account_id = ${ctx.account.id} and line.id = any(${[...productLineIDs]}::text[])`.execute(
    ctx.em.query(),
  );
  const known = new Set(rows.map(({ id }) => id));
  const errors = productLineIDs.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `productLineIDs.${index}`, message: 'There is no such product line' }],
  );
  if (errors.length) throw problems.invalid_input({ errors });
  return rows.every(({ isExempt }) => isExempt);
}

/**
 * Freight by the rules of the term and the exemptions, before any carrier is asked. Null if the carrier's rate applies.
 */
async function ruled(ctx: AccountContext, input: EstimateRateInput): Promise<Freight['amount']> {
  await askedCarrier(ctx, input.carrierID, input.carrierOptionID ?? null);
  const [term, exemptions, areProductLinesExempt] = [
    await termOf(ctx, input),
    await exemptionsOf(ctx, input.customerID),
    await areExempt(ctx, input.productLineIDs),
  ];
  const { amount } = freightOf({
    // Without a term the carrier's rate applies.
    term: {
      ...(term ?? { name: '', code: null, isFreightExempt: false, flatRate: null, minimumOrderValue: null }),
      isCarrierRate: true,
    },
    exemptions,
    areProductLinesExempt,
    hasShippingLine: false,
    orderValue: String(input.orderTotal ?? 0),
    isFlatRateCharged: false,
    isWaived: false,
    cases: [null],
  });
  return amount;
}

/** Estimated freight: by the rules of the term, otherwise the carrier's rates for all parcels. */
export async function estimatedRate(
  ctx: OutsideContext,
  services: CarrierServices,
  input: EstimateRateInput,
): Promise<number> {
  const amount = await ctx.inTransaction((inner) => ruled(inner, input), { readOnly: true });
  if (amount) return toWire(roundMoney(amount));
  const rates = await rateParcels(ctx, services, {
    carrierID: input.carrierID,
    carrierOptionID: input.carrierOptionID ?? null,
    from: input.from ? snapshotOfAddress(input.from) : null,
    to: snapshotOfAddress(input.to),
    parcels: input.parcels.map(({ weight, length, width, height }) => ({
      weight: decimal(weight).toFixed(),
      length: text(length),
      width: text(width),
      height: text(height),
    })),
  });
  return toWire(sumOf(rates));
}
