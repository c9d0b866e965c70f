import { addDays, type Big, decimal, quantityID, roundUpToWhole, toWire, zero } from '@millwright/core/contracts';
import { type AccountContext, listed, sql, todayOf } from '@millwright/core/server';
import { mostSuggestions, type PurchaseOffer, type PurchaseSuggestion } from '../../../contracts/index.ts';
import { purchaseOrderIs } from '../../states/states.ts';

interface OfferRow {
  supplierID: string;
  number: string;
  name: string;
  supplierPartNumber: string | null;
  unitID: string;
  unit: string;
  numerator: string;
  denominator: string;
  unitPrice: string | null;
  least: string | null;
  leadTimeDays: number;
}

interface NeedRow {
  id: string;
  sku: string;
  description: string;
  type: PurchaseSuggestion['item']['type'];
  baseUnitID: string;
  baseUnit: string;
  need: string;
  neededOn: string | null;
  onHand: string;
  expected: string;
  drafted: string;
  demanded: string;
  orderPoint: string | null;
  offers: OfferRow[];
}

const wire = (text: string): number => toWire(decimal(text));

/** Base units per unit of the supplier. */
const sizeOf = ({ numerator, denominator }: OfferRow): Big => decimal(numerator).div(decimal(denominator));

function offerOf(need: NeedRow, offer: OfferRow, today: string): PurchaseOffer {
  const { supplierID: id, number, name, unitID, unit, unitPrice, least } = offer;
  const wanted = roundUpToWhole(decimal(need.need).times(decimal(offer.denominator)).div(decimal(offer.numerator)));
  const measure = least !== null && decimal(least).gt(wanted) ? decimal(least) : wanted;
  const arrivesOn = addDays(today, offer.leadTimeDays);
  return {
    supplier: { id, number, name },
    supplierPartNumber: offer.supplierPartNumber,
    quantity: { id: quantityID(need.id, 'suggested'), measure: toWire(measure), unitID, unit },
    unitPrice: unitPrice === null ? null : wire(unitPrice),
    total: unitPrice === null ? null : toWire(measure.times(decimal(unitPrice)).round(2)),
    arrivesOn,
    isLate: need.neededOn !== null && arrivesOn > need.neededOn,
  };
}

/**
 * Offers in order of preference: in time first, then with a price, then the cheapest per base unit, then the earliest
 * arrival.
 */
function byPreference(need: NeedRow, today: string): PurchaseOffer[] {
  const rated = need.offers.map((row) => ({
    offer: offerOf(need, row, today),
    price: row.unitPrice === null ? null : decimal(row.unitPrice).div(sizeOf(row)),
  }));
  rated.sort((left, right) => {
    if (left.offer.isLate !== right.offer.isLate) return left.offer.isLate ? 1 : -1;
    const later = left.offer.arrivesOn.localeCompare(right.offer.arrivesOn);
    // If none is in time, the earliest arrival comes first.
    if (left.offer.isLate && later) return later;
    if ((left.price === null) !== (right.price === null)) return left.price === null ? 1 : -1;
    return (left.price ?? zero).cmp(right.price ?? zero) || later;
  });
  return rated.map(({ offer }) => offer);
}

/**
 * Items to buy. Unlike material requirements, it includes expected supply, and requires the order point as soon as the
 * stock is below it. Goods at the dock count once, as expected supply.
 */
export async function findPurchaseSuggestions(
  ctx: AccountContext,
  { supplierIDs, itemIDs }: { supplierIDs?: string[] | undefined; itemIDs?: string[] | undefined },
  most = mostSuggestions,
): Promise<{ items: PurchaseSuggestion[]; count: number }> {
  const account = ctx.account.id;
  const today = todayOf(ctx);
  const { rows } = await sql<NeedRow>`with stock as (
      select stock.item_id, sum(stock.on_hand) as quantity from inventory.v_stock_on_hand stock
      join inventory.v_locations place on place.account_id = stock.account_id and place.id = stock.location_id
        and place.type not in ('dock', 'quarantine') and not place.is_closed
      where stock.account_id = ${account} and stock.owner_id = ${account} and not stock.is_blocked group by 1),
    demand as (
      select item_id, sum(quantity) as quantity, min(promised_on) filter (where short > 0) as first_on
      from inventory.v_demands where account_id = ${account} group by 1),
    supply as (
      select item_id, sum(open) as quantity from inventory.v_supplies where account_id = ${account} group by 1),
    draft as (
      select line.item_id, sum(line.base_quantity) as quantity
      from commerce.purchase_order bought
      join commerce.purchase_order_line line on line.account_id = bought.account_id and line.order_id = bought.id
      where bought.account_id = ${account} and ${purchaseOrderIs.quoted('bought.status')}
        and bought.deleted_at is null group by 1),
    need as (
      select item.*, coalesce(stock.quantity, 0) as on_hand, coalesce(supply.quantity, 0) as expected,
        coalesce(draft.quantity, 0) as drafted, coalesce(demand.quantity, 0) as demanded, demand.first_on,
        coalesce(demand.quantity, 0) + coalesce(item.base_order_point, 0) - coalesce(stock.quantity, 0)
          - coalesce(supply.quantity, 0) - coalesce(draft.quantity, 0) as need
      from inventory.v_items item
      left join stock on stock.item_id = item.id
      left join supply on supply.item_id = item.id
      left join draft on draft.item_id = item.id
      left join demand on demand.item_id = item.id
      where item.account_id = ${account} and (item.product_type is null or item.product_type = 'sale')
        and (demand.quantity > 0 or item.base_order_point > 0)
        and (item.start_date is null or item.start_date::date <= ${today}::date)
        and (item.end_date is null or item.end_date::date >= ${today}::date)
        and (${itemIDs === undefined} or item.id = any(${listed(itemIDs ?? [])})))
    select need.id, need.sku, need.description, need.type, need.base_unit_id as "baseUnitID",
      need.base_unit_name as "baseUnit", need.need::text as need, need.first_on::text as "neededOn",
      need.on_hand::text as "onHand", need.expected::text as expected, need.drafted::text as drafted,
      need.demanded::text as demanded, need.base_order_point::text as "orderPoint", offered.offers
    from need
    cross join lateral (select coalesce(json_agg(json_build_object('supplierID', supplier.id, 'number', supplier.number,
        'name', supplier.name, 'supplierPartNumber', supplied.supplier_part_number, 'unitID', supplied.unit_id,
        'unit', unit.name, 'numerator', size.numerator::text, 'denominator', size.denominator::text,
        'unitPrice', coalesce(supplied.unit_price, supplied.last_cost)::text,
        'least', supplied.minimum_order_quantity::text, 'leadTimeDays', coalesce(supplied.lead_time_days, 0))
        order by supplier.name, supplier.id), '[]') as offers
      from commerce.supplier_material supplied
      join commerce.supplier supplier on supplier.account_id = supplied.account_id
        and supplier.id = supplied.supplier_id and supplier.is_active
      join inventory.v_units unit on unit.account_id = supplied.account_id and unit.id = supplied.unit_id
      join inventory.v_group_units size on size.account_id = supplied.account_id
        and size.unit_group_id = need.unit_group_id and size.unit_id = supplied.unit_id
      where supplied.account_id = ${account} and supplied.item_id = need.id and supplied.is_active
        and (${supplierIDs === undefined} or supplier.id = any(${listed(supplierIDs ?? [])}))) offered
    where need.need > 0
      and (json_array_length(offered.offers) > 0
        or ${supplierIDs === undefined} and need.type in ('material', 'supply'))
    order by need.first_on nulls last, need.sku, need.id`.execute(ctx.em.query());
  const items = rows.slice(0, most).map(
    (row): PurchaseSuggestion => ({
      id: row.id,
      item: { id: row.id, sku: row.sku, description: row.description, type: row.type },
      need: { id: quantityID(row.id, 'need'), measure: wire(row.need), unitID: row.baseUnitID, unit: row.baseUnit },
      neededOn: row.neededOn,
      why: {
        onHand: wire(row.onHand),
        expected: wire(row.expected),
        drafted: wire(row.drafted),
        demanded: wire(row.demanded),
        orderPoint: row.orderPoint === null ? null : wire(row.orderPoint),
      },
      offers: byPreference(row, today),
    }),
  );
  return { items, count: rows.length };
}
