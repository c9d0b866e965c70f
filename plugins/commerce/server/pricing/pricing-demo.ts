import { decimal, newID, roundMoney } from '@millwright/core/contracts';
import { type AccountContext, indexRecords, sql } from '@millwright/core/server';

const stamped = (ctx: AccountContext) => ({
  version: 1,
  created_at: ctx.clock.now(),
  updated_at: ctx.clock.now(),
});

/** Gives three customers of a demo account eight percent off on three products each. */
export async function createDemoAccountPrices(ctx: AccountContext): Promise<void> {
  const { rows } = await sql<{
    customerID: string;
    name: string;
    itemID: string;
    sku: string;
    value: string;
    unitID: string;
  }>`
    select customer.id as "customerID", customer.name, item.id as "itemID", item.sku, item.unit_value as value,
      item.default_unit_id as "unitID"
    from (select id, name, row_number() over (order by length(number), number) as place from commerce.customer
      where account_id = ${ctx.account.id}) customer
    join (select *, row_number() over (order by sku) as place from inventory.v_items
      where account_id = ${ctx.account.id} and product_type = 'sale') item
      on item.place in (customer.place * 2, customer.place * 3, customer.place * 5)
    where customer.place <= 3 order by customer.place, item.sku`.execute(ctx.em.query());
  const prices = rows.map((row) => ({ ...row, id: newID('apr') }));
  await ctx.em.insert(
    'commerce.account_price',
    prices.map(({ id, customerID, itemID, value, unitID }) => ({
      ...stamped(ctx),
      id,
      customer_id: customerID,
      item_id: itemID,
      unit_value: roundMoney(decimal(value).times('0.92')).toFixed(6),
      unit_id: unitID,
    })),
  );
  await indexRecords(
    ctx,
    prices.map(({ id, name, sku }) => ({ type: 'account_price', id, title: `${name}: ${sku}`, text: '' })),
  );
}

/** A volume discount on one product line of a demo account. */
export async function createDemoVolumeDiscount(ctx: AccountContext): Promise<void> {
  const { rows } = await sql<{ id: string }>`select line.id from inventory.v_product_lines line
    where line.account_id = ${ctx.account.id} and exists (select from inventory.v_items item
      where item.account_id = line.account_id and item.product_line_id = line.id) order by line.name limit 1`.execute(
    ctx.em.query(),
  );
  const [line] = rows;
  if (!line) return;
  const [id, name] = [newID('vdc'), 'Case and pallet'];
  await ctx.em.insert('commerce.volume_discount', [{ ...stamped(ctx), id, name, applies_to_customer_prices: true }]);
  await ctx.em.insert(
    'commerce.volume_discount_tier',
    [
      { name: 'Case', threshold: '144', discount_percentage: '0.03' },
      { name: 'Pallet', threshold: '576', discount_percentage: '0.05' },
    ].map((tier) => ({ ...stamped(ctx), id: newID('vdt'), volume_discount_id: id, ...tier })),
  );
  await ctx.em.insert('commerce.volume_discount_product_line', [{ volume_discount_id: id, product_line_id: line.id }]);
  await indexRecords(ctx, [{ type: 'volume_discount', id, title: name, text: '' }]);
}

/** A discount code for new customers of a demo account. */
export async function createDemoOrderDiscount(ctx: AccountContext): Promise<void> {
  const { rows } = await sql`select id from commerce.customer where account_id = ${ctx.account.id} limit 1`.execute(
    ctx.em.query(),
  );
  if (!rows.length) return;
  const [id, name, code] = [newID('odc'), 'Welcome', 'WELCOME5'];
  const terms = { type: 'percentage', percentage: '0.05', minimum_order_total: '100', is_active: true, order_count: 0 };
  await ctx.em.insert('commerce.order_discount', [{ ...stamped(ctx), id, name, code, ...terms }]);
  await indexRecords(ctx, [{ type: 'order_discount', id, title: name, subtitle: code, text: '' }]);
}

/** Divides the country among the people of a demo account, by the first ZIP codes. */
export async function createDemoTerritories(ctx: AccountContext): Promise<void> {
  // Scanning stations do not sell.
  const { rows } = await sql<{ id: string; name: string }>`select member.id, member.name from core.v_members member
    join core.v_roles role on role.account_id = member.account_id and role.id = member.role_id
    where member.account_id = ${ctx.account.id} and member.customer_id is null and member.removed_at is null
      and role.type <> 'scanner'
    order by member.id limit 3`.execute(ctx.em.query());
  const bounds = [
    [501, 39_999],
    [40_000, 69_999],
    [70_000, 99_999],
  ] as const;
  const territories = rows.flatMap(({ id: rep, name }, index) => {
    const [start, end] = bounds[index] ?? [];
    return start === undefined || end === undefined ? [] : [{ id: newID('ter'), rep, name, start, end }];
  });
  await ctx.em.insert(
    'commerce.territory',
    territories.map(({ id, rep, start, end }) => ({
      ...stamped(ctx),
      id,
      sales_rep_id: rep,
      start_zipcode: start,
      end_zipcode: end,
    })),
  );
  await indexRecords(
    ctx,
    territories.map(({ id, name, start, end }) => ({
      type: 'territory',
      id,
      title: `${name}: ${start}-${end}`,
      text: '',
    })),
  );
}
