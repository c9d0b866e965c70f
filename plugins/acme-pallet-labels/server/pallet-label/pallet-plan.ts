import type { SalesOrderFacts, SalesOrderLineFacts } from '@millwright/commerce/contracts';
import { decimal, problems, ratio, toWire } from '@millwright/core/contracts';
import { type AccountContext, accountSettings } from '@millwright/core/server';
import type { CataloguePort, CatalogueProduct } from '@millwright/inventory/contracts';
import { type PalletPlan, palletSettings } from '../../contracts/index.ts';
import { PalletQuantity } from '../pallet-quantity/pallet-quantity.entity.ts';
import { palletsNeeded } from './pallets-needed.ts';

/** Data for plans, besides the orders. */
interface Known {
  products: ReadonlyMap<string, CatalogueProduct>;
  /** Units per pallet, for products without the default. */
  own: ReadonlyMap<string, number>;
  settings: Awaited<ReturnType<typeof palletSettingsOf>>;
}

/** Settings of the plugin in this account. */
export const palletSettingsOf = (ctx: AccountContext) => accountSettings(ctx, 'acme-pallet-labels', palletSettings);

/** The pallets of an order, without labels. */
export type Plan = Omit<PalletPlan, 'labels'>;

/** Only goods are put on pallets, not charges and services. */
const standing = ({ lines }: SalesOrderFacts) => lines.filter(({ productType }) => productType === 'sale');

/** Plans of orders, with the same number of statements as for one order. */
export async function plansOf(
  ctx: AccountContext,
  catalogue: CataloguePort,
  orders: readonly SalesOrderFacts[],
): Promise<Plan[]> {
  const itemIDs = [...new Set(orders.flatMap(standing).map(({ itemID }) => itemID))];
  const [products, quantities, settings] = [
    await catalogue.findProducts(ctx, itemIDs),
    await ctx.em.find(PalletQuantity, { accountID: ctx.account.id, itemID: { $in: itemIDs } }),
    await palletSettingsOf(ctx),
  ];
  const palletSizes = new Map(quantities.map(({ itemID, perPallet }) => [itemID, perPallet]));
  return orders.map((order) => planOf(order, { products, own: palletSizes, settings }));
}

function planOf(order: SalesOrderFacts, { products, own, settings }: Known): Plan {
  const byItem = Map.groupBy(standing(order), ({ itemID }) => itemID);
  const loads = [...byItem].flatMap(([itemID, ordered]) => {
    const product = products.get(itemID);
    if (!product) return [];
    const perPallet = own.get(itemID) ?? settings.defaultPerPallet;
    return [{ itemID, product, ordered, perPallet, isDefault: !own.has(itemID) }];
  });
  const needed = palletsNeeded(
    loads.map(({ itemID, product, ordered, perPallet }) => ({
      itemID,
      baseQuantities: ordered.map(({ baseQuantity }) => baseQuantity),
      perPallet: inBaseUnits(product, perPallet),
    })),
    settings.mixesProducts,
  );
  return {
    orderID: order.id,
    number: order.number,
    pallets: needed.pallets,
    mixesProducts: settings.mixesProducts,
    lines: loads.map(({ itemID, product, ordered, perPallet, isDefault }) => ({
      itemID,
      sku: product.sku,
      ordered: byUnit(ordered),
      perPallet,
      isDefault,
      unit: product.defaultUnit,
      pallets: needed.byItem.get(itemID) ?? 0,
    })),
  };
}

function inBaseUnits(product: CatalogueProduct, perPallet: number) {
  const unit = product.units.find(({ isDefault }) => isDefault);
  if (!unit) throw problems.conflict({ message: `${product.sku} has no default unit` });
  return ratio(BigInt(perPallet) * unit.factor.numerator, unit.factor.denominator);
}

const byUnit = (lines: readonly SalesOrderLineFacts[]) =>
  [...Map.groupBy(lines, ({ unit }) => unit)].map(([unit, same]) => ({
    unit,
    measure: toWire(same.reduce((sum, { quantity }) => sum.plus(decimal(quantity)), decimal('0'))),
  }));
