import { decimal } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { type Freight, type FreightSources, freightOf } from '../../../contracts/index.ts';
import { exemptionOf } from '../../parties/customer/exemption.ts';

interface Group {
  name: string;
  isFreightExempt: boolean;
  isCommissionExempt: boolean;
}

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

const group = (alias: string) => sql`json_build_object('name', ${sql.ref(`${alias}.name`)},
  'isFreightExempt', ${sql.ref(`${alias}.is_freight_exempt`)}, 'isCommissionExempt', false)`;

/** What of a shipping term decides about freight. */
export const termColumn = sql`case when term.id is not null then json_build_object('name', term.name,
  'code', term.code, 'isFreightExempt', term.is_freight_exempt, 'flatRate', term.flat_rate::text,
  'minimumOrderValue', term.minimum_order_value::text, 'isCarrierRate', term.is_carrier_rate) end as term`;

/** What of a customer and its groups decides about freight. */
export const exemptionColumns = sql`customer.is_freight_exempt as "isFreightExempt",
  (select ${group('typed')} from commerce.account_group typed
    where typed.account_id = customer.account_id and typed.id = customer.customer_type_group_id) as "typeGroup",
  (select coalesce(json_agg(${group('priced')} order by priced.name), '[]') from commerce.customer_price_group link
    join commerce.account_group priced on priced.account_id = link.account_id and priced.id = link.account_group_id
    where link.account_id = customer.account_id and link.customer_id = customer.id) as "priceGroups"`;

/** A customer as these columns have it. */
export interface FreightCustomer {
  isFreightExempt: boolean;
  typeGroup: Group | null;
  priceGroups: Group[];
}

/** Why a customer is exempt from freight. */
export const freightExemptions = ({ isFreightExempt, typeGroup, priceGroups }: FreightCustomer): readonly string[] =>
  exemptionOf(
    {
      customer: { isFreightExempt, isCommissionExempt: false },
      customerTypeGroup: typeGroup,
      customerPriceGroups: priceGroups,
    },
    'isFreightExempt',
  ).reasons;

/** What the freight of a shipment follows from. */
export const selectFreight = (ctx: AccountContext, shipmentID: string) =>
  sql<FreightRow>`select
      ${termColumn},
      ${exemptionColumns},
      sums."areProductLinesExempt", sums."hasShippingLine", sums."saleTotal",
      sold.discount::text as discount,
      exists (select from commerce.shipment earlier
        where earlier.account_id = sold.account_id and earlier.order_id = sold.id and earlier.id <> shipment.id
          and earlier.status = 'shipped' and earlier.freight_reason ->> 'rule' = 'flat_rate') as "isFlatRateCharged",
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

/** What a shipment is charged as things stand, and why. */
export const shipmentFreight = (
  row: FreightRow,
  { isWaived = false }: { isWaived?: boolean | undefined } = {},
): Freight =>
  freightOf({
    term: row.term,
    exemptions: freightExemptions(row),
    areProductLinesExempt: row.areProductLinesExempt,
    hasShippingLine: row.hasShippingLine,
    orderValue: decimal(row.saleTotal).minus(row.discount).toString(),
    isFlatRateCharged: row.isFlatRateCharged,
    isWaived,
    cases: row.cases,
  });
