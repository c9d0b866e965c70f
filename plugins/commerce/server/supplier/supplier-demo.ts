import { decimal, toColumn } from '@millwright/core/contracts';
import { type AccountContext, type DemoRandom, sql } from '@millwright/core/server';
import { createSupplierBody, createSupplierMaterialBody, type PaymentTermCode } from '../../contracts/index.ts';
import { cities, streets } from '../demo/demo-names.ts';
import { PaymentTerm } from '../payment-term/payment-term.entity.ts';
import type { SupplierService } from './supplier.service.ts';
import type { SupplierMaterialService } from './supplier-material.service.ts';

/** The suppliers of each demo account by its slug. */
const demoSuppliers: Readonly<Record<string, readonly string[]>> = {
  northfield: [
    'Superior Hides & Tannery',
    'Blue Earth Wool Mills',
    'Twin Ports Yarn',
    'Prairie Elastic & Webbing',
    'Lakehead Thread',
    'Mesabi Packaging',
    'Carolina Cotton Works',
    'Great Basin Rubber',
    'Zenith Dye House',
    'Stillwater Label & Tag',
  ],
  harbor: [
    'Northfield Glove & Sock',
    'Pacific Rim Hardware',
    'Anchor Rope & Rigging',
    'Tidewater Safety Supply',
    'Kestrel Packaging',
    'Bayline Tools',
    'Cascade Fasteners',
    'Ironbound Industrial',
  ],
};

const notes = [
  'Closed the last week of December.',
  'Freight is paid from 1,000 dollars on.',
  'Sends certificates of analysis by email.',
  'Minimums are per colour.',
];

const paymentCodes: readonly PaymentTermCode[] = ['net_30', 'net_30', 'net_45', 'net_60', 'prepaid', 'ccd'];

interface SupplyItem {
  id: string;
  sku: string;
  description: string;
  unitCost: string;
  isBought: boolean;
}

/** What is bought; with little of that, goods that are sold on as well. */
async function itemsToSupply(ctx: AccountContext): Promise<SupplyItem[]> {
  const { rows } = await sql<SupplyItem>`select id, sku, description, unit_cost::text as "unitCost",
      type in ('material', 'supply') as "isBought"
    from inventory.v_items
    where account_id = ${ctx.account.id} and (type <> 'product' or product_type = 'sale') order by sku`.execute(
    ctx.em.query(),
  );
  const bought = rows.filter(({ isBought }) => isBought);
  return bought.length >= 16 ? bought : [...bought, ...rows.filter(({ isBought }) => !isBought)];
}

/** Fills a demo account with suppliers and what they supply; other accounts get nothing. */
export async function createDemoSuppliers(
  ctx: AccountContext,
  random: DemoRandom,
  services: { suppliers: SupplierService; materials: SupplierMaterialService },
): Promise<void> {
  const names = demoSuppliers[ctx.account.slug];
  if (!names) return;
  const items = await itemsToSupply(ctx);
  const terms = new Map(
    (await ctx.em.find(PaymentTerm, { accountID: ctx.account.id })).map(({ code, id }) => [code, id]),
  );
  const suppliers: string[] = [];
  for (const [position, name] of names.entries()) {
    const city = random.pick(cities);
    const domain = `${name
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, '-')
      .replaceAll(/^-|-$/g, '')}.test`;
    const { id } = await services.suppliers.create(
      ctx,
      createSupplierBody.parse({
        name,
        email: `sales@${domain}`,
        phone: `(${random.integer(201, 989)}) 555-0${random.integer(100, 999)}`,
        url: random.next() < 0.7 ? `https://${domain}` : null,
        note: random.next() < 0.4 ? random.pick(notes) : null,
        // The last one is somebody they no longer buy from.
        isActive: position < names.length - 1,
        defaultPaymentTermID: terms.get(random.pick(paymentCodes)) ?? null,
        address: {
          name,
          line1: `${random.integer(100, 9899)} ${random.pick(streets)}`,
          city: city.name,
          state: city.state,
          postalCode: city.postalCode,
          country: 'US',
        },
      }),
    );
    suppliers.push(id);
    await ctx.em.flush();
    ctx.em.clear();
  }
  for (const [position, item] of items.slice(0, 60).entries()) {
    // Every third item has a second source.
    const count = position % 3 === 0 ? 2 : 1;
    for (let source = 0; source < count; source += 1)
      await services.materials.create(
        ctx,
        suppliers[(position * 3 + source * 5) % suppliers.length] as string,
        materialOf(ctx, random, item, position, source),
      );
    await ctx.em.flush();
    ctx.em.clear();
  }
}

/** A second source costs a little more and takes longer. */
function materialOf(ctx: AccountContext, random: DemoRandom, item: SupplyItem, position: number, source: number) {
  const cost = decimal(item.unitCost);
  const share = decimal(random.integer(90, 104) + source * 6).div('100');
  const price = cost.gt('0') ? toColumn(cost.times(share).round(2), 6) : `${random.integer(1, 40)}.50`;
  const purchased = new Date(ctx.clock.now().getTime() - random.integer(3, 200) * 86_400_000);
  return createSupplierMaterialBody.parse({
    itemID: item.id,
    supplierPartNumber: `${random.pick(['A', 'K', 'M', 'T'])}${random.integer(1000, 9999)}-${position + 1}`,
    supplierDescription: random.next() < 0.3 ? item.description.slice(0, 100) : null,
    unitPrice: Number(price),
    leadTimeDays: random.integer(3, 30) + source * 10,
    minimumOrderQuantity: random.next() < 0.6 ? random.pick([10, 12, 25, 50, 100, 144]) : null,
    ...(random.next() < 0.7
      ? {
          lastCost: Number(toColumn(decimal(price).times('0.98').round(2), 6)),
          lastPurchasedOn: purchased.toISOString().slice(0, 10),
        }
      : {}),
    isActive: position % 17 !== 16,
  });
}
