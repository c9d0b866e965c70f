import { problems } from '@millwright/core/contracts';
import type { SearchableRecord } from '@millwright/core/server';
import { type ItemType, itemTypes } from '../../../../contracts/index.ts';
import { Item } from '../item.entity.ts';
import { itemByID } from '../item.queries.ts';
import type { ItemService } from '../item.service.ts';
import type { CustomerProducts } from './customer-products.ts';
import { itemKinds } from './item-kinds.ts';

/** Items of a type for generic features (search, references). */
const recordsOf = (items: ItemService, customers: CustomerProducts, type: ItemType): SearchableRecord => ({
  type: itemKinds[type].recordType,
  findByNumber: async (ctx, sku) => {
    const found = await ctx.em.find(Item, { accountID: ctx.account.id, type, sku });
    return found.map((item) => ({ id: item.id, label: item.sku }));
  },
  label: async (ctx, id) => {
    const { sku, description } = await itemByID(ctx, id, type, await customers.openTo(ctx));
    return [sku, description].filter(Boolean).join(' ');
  },
  setQuantity: async (ctx, id, field, { measure, unitID }) => {
    if (field !== 'orderPoint' && field !== 'leadTime') return undefined;
    const value = Number(measure);
    if (value < 0) throw problems.invalid_input({ errors: [{ path: 'data.measure', message: 'Must be at least 0' }] });
    const changed = await items.update(ctx, id, { [field]: unitID ? { measure: value, unitID } : value }, type);
    return changed[field] ?? undefined;
  },
  setRate: async (ctx, id, field, { value, unitID, perUnitID }) => {
    if (field !== 'unitValue' && field !== 'unitCost') return undefined;
    const { unitValue } = await itemByID(ctx, id, type);
    const rate = {
      value: Number(value),
      unitID: unitID ?? unitValue.unitID,
      perUnitID: perUnitID ?? unitValue.perUnitID,
    };
    const { [field]: changed } = await items.update(ctx, id, { [field]: rate }, type);
    return changed
      ? { id: changed.id, value: changed.value, unitID: changed.unitID, perUnitID: changed.perUnitID }
      : undefined;
  },
});

export const itemRecordSources = (items: ItemService, customers: CustomerProducts): SearchableRecord[] =>
  itemTypes.map((type) => recordsOf(items, customers, type));
