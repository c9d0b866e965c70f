import { decimal } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { type Freight, type FreightSources, freightOf } from '../../../../contracts/index.ts';
import { shipmentIs } from '../../../states/states.ts';

/** See `selectFreight`. */
export interface FreightRow extends FreightCustomer {
  term: FreightSources['term'];
  areProductLinesExempt: boolean;
  hasShippingLine: boolean;
  saleTotal: string;
  discount: string;
  isFlatRateCharged: boolean;
  cases: (string | null)[];
}

/** Columns of a shipping term that freight depends on. */
export const termColumn = sql`case when term.id is not null then json_build_object('name', term.name,
  'code', term.code, 'isFreightExempt', term.is_freight_exempt, 'flatRate', term.flat_rate::text,
  'minimumOrderValue', term.minimum_order_value::text, 'isCarrierRate', term.is_carrier_rate) end as term`;

/** Reason why the customer is exempt from freight. */
export const exemptionColumn = sql`(select held.reasons -> 'freight' from commerce.v_exemptions held
  where held.account_id = customer.account_id and held.customer_id = customer.id) as exemptions`;

/** The customer's exemption as that column answers it. */
export interface FreightCustomer {
  exemptions: readonly string[];
}

/** Values that the freight of a shipment depends on. */
export const selectFreight = (ctx: AccountContext, shipmentID: string) =>
  sql<FreightRow>`select
      ${termColumn},
      ${exemptionColumn},
      sums."areProductLinesExempt", sums."hasShippingLine", sums."saleTotal",
      sold.discount::text as discount,
      exists (select from commerce.shipment earlier
        where earlier.account_id = sold.account_id and earlier.order_id = sold.id and earlier.id <> shipment.id
          and ${shipmentIs.left('earlier.status')}
            and earlier.freight_reason ->> 'rule' = 'flat_rate') as "isFlatRateCharged",
      (select coalesce(json_agg(held.freight_amount::text order by held.position), '[]')
        from commerce.shipping_case held
        where held.account_id = shipment.account_id and held.shipment_id = shipment.id
          and held.deleted_at is null) as cases
    from commerce.shipment shipment
    join commerce.sales_order sold on sold.account_id = shipment.account_id and sold.id = shipment.order_id
    join commerce.customer customer on customer.account_id = shipment.account_id and customer.id = shipment.customer_id
    left join commerce.shipping_term term on term.account_id = sold.account_id and term.id = sold.shipping_term_id
    cross join lateral (select
        coalesce(bool_and(coalesce(item.is_freight_exempt, false)) filter (where line.product_type = 'sale'), false)
          as "areProductLinesExempt",
        coalesce(bool_or(line.product_type = 'shipping'), false) as "hasShippingLine",
        coalesce(sum(line.total) filter (where line.product_type = 'sale'), 0)::text as "saleTotal"
      from commerce.sales_order_line line
      left join inventory.v_items item on item.account_id = line.account_id and item.id = line.item_id
      where line.account_id = sold.account_id and line.order_id = sold.id) sums
    where shipment.account_id = ${ctx.account.id} and shipment.id = ${shipmentID}`;

/** The freight charged for a shipment in its current state, with the reason. */
export const shipmentFreight = (
  row: FreightRow,
  { isWaived = false }: { isWaived?: boolean | undefined } = {},
): Freight =>
  freightOf({
    term: row.term,
    exemptions: row.exemptions,
    areProductLinesExempt: row.areProductLinesExempt,
    hasShippingLine: row.hasShippingLine,
    orderValue: decimal(row.saleTotal).minus(row.discount).toString(),
    isFlatRateCharged: row.isFlatRateCharged,
    isWaived,
    cases: row.cases,
  });
