import type { SalesOrderFacts, SalesOrderLineFacts } from '@millwright/commerce/contracts';
import { decimal, problems, ratio, toWire } from '@millwright/core/contracts';
import { type AccountContext, accountSettings } from '@millwright/core/server';
import type { CataloguePort, CatalogueProduct } from '@millwright/inventory/contracts';
import { type PalletPlan, palletSettings } from '../../contracts/index.ts';
import { PalletQuantity } from '../pallet-quantity/pallet-quantity.entity.ts';
import { palletsNeeded } from './pallets-needed.ts';

/** Settings of the plugin in this account. */
export const settingsOf = (ctx: AccountContext) => accountSettings(ctx, 'acme-pallet-labels', palletSettings);

/** What an order needs: only what is sold stands on pallets, charges and services do not. */
export async function planOf(
  ctx: AccountContext,
  catalogue: CataloguePort,
  order: SalesOrderFacts,
): Promise<Omit<PalletPlan, 'labels'>> {
  const lines = order.lines.filter(({ productType }) => productType === 'sale');
  const byItem = Map.groupBy(lines, ({ itemID }) => itemID);
  const itemIDs = [...byItem.keys()];
  const [products, quantities, settings] = [
    await catalogue.findProducts(ctx, itemIDs),
    await ctx.em.find(PalletQuantity, { accountID: ctx.account.id, itemID: { $in: itemIDs } }),
    await settingsOf(ctx),
  ];
  const own = new Map(quantities.map(({ itemID, perPallet }) => [itemID, perPallet]));
  const loads = itemIDs.flatMap((itemID) => {
    const product = products.get(itemID);
    const ordered = byItem.get(itemID) ?? [];
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
