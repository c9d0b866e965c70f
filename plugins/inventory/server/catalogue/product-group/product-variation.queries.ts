import { decimal, type EndpointRequest, type QuantityAnswer, quantityID, toWire } from '@millwright/core/contracts';
import { type AccountContext, likeOf, sql } from '@millwright/core/server';
import { type listProductVariations, type ProductVariation, shownVariationProducts } from '../../../contracts/index.ts';
import { availabilityOfPosition } from '../item/amount/availability.queries.ts';
import { combinationOfItem } from './product-group.queries.ts';

type Page = EndpointRequest<typeof listProductVariations>['query'];

interface Row extends Pick<ProductVariation, 'productGroup' | 'attributes' | 'products' | 'productCount'> {
  combination: (string | null)[];
  unitID: string | null;
  unit: string | null;
  onHand: string;
  reserved: string;
  availableToPromise: string;
  short: string;
  count: number;
}

const variationOf = ({ count: _, combination, unitID, unit, ...row }: Row): ProductVariation => {
  const id = [row.productGroup.id, ...combination.map((attributeID) => attributeID ?? '-')].join('.');
  const figure = (field: 'onHand' | 'reserved' | 'availableToPromise' | 'short'): QuantityAnswer | null =>
    unitID === null
      ? null
      : { id: quantityID(id, field), measure: toWire(decimal(row[field])), unitID, unit: unit ?? '' };
  return {
    ...row,
    id,
    onHand: figure('onHand'),
    reserved: figure('reserved'),
    availableToPromise: figure('availableToPromise'),
    short: figure('short'),
  };
};

/** A page of variations, one row per combination of attributes among a group's products, with the exact total. */
export async function findProductVariations(ctx: AccountContext, page: Page) {
  const direction = sql.raw(page.sortOrder === 'desc' ? 'desc' : 'asc');
  const first = page.sortBy === 'productCount' ? sql`"productCount" ${direction}, ` : sql``;
  const byName = page.sortBy === 'productGroup' ? direction : sql.raw('asc');
  const groups = page.productGroupIDs ? sql`and item.product_group_id = any(${page.productGroupIDs}::text[])` : sql``;
  const having = page.attributeIDs ? sql`and combination && ${page.attributeIDs}::text[]` : sql``;
  const text = page.query
    ? sql`and (product_group.name ilike ${likeOf(page.query)} or exists (select from inventory.attribute attribute
        where attribute.account_id = ${ctx.account.id} and attribute.id = any(variation.combination)
          and attribute.name ilike ${likeOf(page.query)}))`
    : sql``;
  const { rows } = await sql<Row>`with member as materialized (
      select item.id, item.sku, item.description, item.product_group_id, own.unit_group_id,
        ${combinationOfItem} as combination,
        coalesce(position.on_hand, 0) as on_hand, coalesce(position.withheld, 0) as closed,
        ${availabilityOfPosition(ctx.clock.now()).reserved} as taken,
        coalesce(position.demanded - position.reserved, 0) as short
      from inventory.item item
      join inventory.unit_conversion own on own.account_id = item.account_id and own.id = item.default_conversion_id
      left join inventory.item_position position on position.account_id = item.account_id and position.item_id = item.id
        and position.owner_id = item.account_id
      where item.account_id = ${ctx.account.id} and item.product_group_id is not null ${groups}
    ), variation as (
      select product_group_id, combination, count(*)::int as "productCount",
        case when count(distinct unit_group_id) = 1 then min(unit_group_id) end as unit_group_id,
        sum(on_hand) as on_hand, sum(closed) as closed, sum(taken) as taken, sum(short) as short
      from member where true ${having} group by product_group_id, combination
    ), page as (
      select variation.*, product_group.name, count(*) over ()::int as count, orders.places
      from variation
      join inventory.product_group product_group on product_group.account_id = ${ctx.account.id}
        and product_group.id = variation.product_group_id
      cross join lateral (select array(
          select coalesce(to_char(attribute.position + 1, 'FM0000000') || attribute.name, 'none')
        from unnest(variation.combination) with ordinality as part (id, place)
        left join inventory.attribute attribute on attribute.account_id = ${ctx.account.id} and attribute.id = part.id
        order by part.place) as places) orders
      where true ${text}
      order by ${first}product_group.name ${byName}, product_group_id, orders.places, variation.combination
      limit ${page.take} offset ${page.skip}
    )
    select page.combination, page."productCount", page.count,
      jsonb_build_object('id', page.product_group_id, 'name', page.name) as "productGroup",
      unit.id as "unitID", unit.name as unit, page.on_hand::text as "onHand", page.taken::text as reserved,
      (page.on_hand - page.closed - page.taken)::text as "availableToPromise", page.short::text as short,
      (select jsonb_agg(jsonb_build_object('property', jsonb_build_object('id', property.id, 'name', property.name),
          'attribute', case when attribute.id is not null then jsonb_build_object('id', attribute.id,
            'name', attribute.name, 'code', attribute.code, 'color', attribute.color,
            'order', attribute.position) end) order by part.place)
        from (select chosen.property_id, row_number() over (order by chosen.position, chosen.property_id) as place
          from inventory.product_group_property chosen
          where chosen.account_id = ${ctx.account.id} and chosen.product_group_id = page.product_group_id) part
        join inventory.property property on property.account_id = ${ctx.account.id} and property.id = part.property_id
        left join inventory.attribute attribute on attribute.account_id = ${ctx.account.id}
          and attribute.id = page.combination[part.place]) as attributes,
      (select jsonb_agg(jsonb_build_object('id', shown.id, 'sku', shown.sku, 'description', shown.description)
        order by shown.sku)
        from (select member.* from member where member.product_group_id = page.product_group_id
          and member.combination is not distinct from page.combination
          order by member.sku limit ${sql.lit(shownVariationProducts)}) shown) as products
    from page
    left join inventory.unit_group unit_group
      on unit_group.account_id = ${ctx.account.id} and unit_group.id = page.unit_group_id
    left join inventory.unit unit on unit.account_id = ${ctx.account.id} and unit.id = unit_group.base_unit_id
    order by ${first}page.name ${byName}, page.product_group_id, page.places, page.combination`.execute(ctx.em.query());
  const count = rows[0]?.count ?? (page.skip ? await countVariations(ctx, page) : 0);
  return { items: rows.map(variationOf), count };
}

/** The total for a page beyond the last row, which has no row to carry it. */
const countVariations = async (ctx: AccountContext, page: Page): Promise<number> =>
  (await findProductVariations(ctx, { ...page, take: 1, skip: 0 })).count;
