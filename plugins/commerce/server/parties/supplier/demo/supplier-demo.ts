import { dayLength, decimal, toColumn } from '@millwright/core/contracts';
import { type AccountContext, type DemoRandom, sql } from '@millwright/core/server';
import type { CataloguePort, CatalogueUnit } from '@millwright/inventory/contracts';
import type { PaymentTermCode } from '../../../../contracts/index.ts';
import { PaymentTerm } from '../../../terms/payment-term/payment-term.entity.ts';
import { cities, streets } from '../../demo/demo-names.ts';
import type { ImportedSupplier } from '../import/supplier-import-record.ts';
import { writeSuppliers } from '../import/supplier-import-write.ts';
import type { ImportedMaterial } from '../import/supplier-material-import-record.ts';
import { writeMaterials } from '../import/supplier-material-import-write.ts';

/** The suppliers of each demo account by slug. */
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

/** Purchased items; if there are few, resold goods too. */
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

/** Creates suppliers and their items for a demo account by the import's code; does nothing for other accounts. */
export async function createDemoSuppliers(
  ctx: AccountContext,
  random: DemoRandom,
  catalogue: CataloguePort,
): Promise<void> {
  const names = demoSuppliers[ctx.account.slug];
  if (!names) return;
  const items = (await itemsToSupply(ctx)).slice(0, 60);
  const terms = new Map(
    (await ctx.em.find(PaymentTerm, { accountID: ctx.account.id })).map(({ code, id, name }) => [code, { id, name }]),
  );
  const rows = names.map((name, position) => ({
    key: name,
    // The last supplier is inactive.
    supplier: { ...supplierOf(random, name, terms), isActive: position < names.length - 1 },
  }));
  const suppliers = await writeSuppliers(ctx, rows);
  const units = await catalogue.unitsOf(
    ctx,
    items.map(({ id }) => id),
  );
  const supplied = items.flatMap((item, position) => {
    const unit = units.get(item.id)?.find(({ isDefault }) => isDefault);
    if (!unit) return [];
    // Every third item has a second supplier.
    return Array.from({ length: position % 3 === 0 ? 2 : 1 }, (_, source) => {
      const index = (position * 3 + source * 5) % names.length;
      const label = `${item.sku} of ${names[index]}`;
      const supplierID = suppliers[index]?.recordID as string;
      const material = materialOf(ctx, random, { item, unit, position, source });
      return { key: label, label, supplierID, itemID: item.id, sku: item.sku, material };
    });
  });
  await writeMaterials(ctx, catalogue, supplied);
}

function supplierOf(
  random: DemoRandom,
  name: string,
  terms: ReadonlyMap<PaymentTermCode, { id: string; name: string }>,
): Omit<ImportedSupplier, 'isActive'> {
  const city = random.pick(cities);
  const domain = `${name
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '')}.test`;
  return {
    number: null,
    name,
    email: `sales@${domain}`,
    phone: `(${random.integer(201, 989)}) 555-0${random.integer(100, 999)}`,
    url: random.next() < 0.7 ? `https://${domain}` : null,
    note: random.next() < 0.4 ? random.pick(notes) : null,
    defaultPaymentTerm: terms.get(random.pick(paymentCodes)) ?? null,
    address: {
      id: null,
      name,
      line1: `${random.integer(100, 9899)} ${random.pick(streets)}`,
      line2: null,
      city: city.name,
      state: city.state,
      postalCode: city.postalCode,
      country: 'US',
    },
  };
}

/** A second supplier is slightly more expensive and slower. */
function materialOf(
  ctx: AccountContext,
  random: DemoRandom,
  { item, unit, position, source }: { item: SupplyItem; unit: CatalogueUnit; position: number; source: number },
): ImportedMaterial {
  const cost = decimal(item.unitCost);
  const share = decimal(random.integer(90, 104) + source * 6).div('100');
  // A metre of thread costs less than a cent.
  const price = cost.gt('0') ? cost.times(share).round(cost.lt('1') ? 5 : 2) : decimal(`${random.integer(1, 40)}.50`);
  const purchased = new Date(ctx.clock.now().getTime() - random.integer(3, 200) * dayLength);
  const material = {
    supplierPartNumber: `${random.pick(['A', 'K', 'M', 'T'])}${random.integer(1000, 9999)}-${position + 1}`,
    supplierDescription: random.next() < 0.3 ? item.description.slice(0, 100).trim() || null : null,
    isActive: position % 17 !== 16,
    unitID: unit.unitID,
    unit: unit.unit,
    unitPrice: toColumn(price, 6),
    leadTimeDays: random.integer(3, 30) + source * 10,
    minimumOrderQuantity: random.next() < 0.6 ? toColumn(decimal(random.pick([10, 12, 25, 50, 100, 144])), 6) : null,
  };
  const isBoughtBefore = random.next() < 0.7;
  return {
    ...material,
    lastCost: isBoughtBefore ? toColumn(price.times('0.98').round(price.lt('1') ? 5 : 2), 6) : null,
    lastPurchasedOn: isBoughtBefore ? purchased.toISOString().slice(0, 10) : null,
  };
}
