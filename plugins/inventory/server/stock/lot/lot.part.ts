import { problems } from '@millwright/core/contracts';
import { definePart, referenceAggregate } from '@millwright/core/server';
import { lotDeclarations, lotNumber, lots } from '../../../contracts/index.ts';
import { Item } from '../../catalogue/item/item.entity.ts';
import { settleLots } from '../demand/closed-stock.ts';
import { Lot } from './lot.entity.ts';
import { lotView } from './lot.queries.ts';

const lotRecord = referenceAggregate({
  entity: Lot,
  table: 'inventory.lot',
  endpoints: lots,
  view: lotView,
  nameOf: (lot) => lot.lotNumber,
  subtitle: (lot) => lot.item.sku,
  fields: ['lotNumber', 'expiresOn', 'notes'],
  async data(ctx, { itemID, ...fields }) {
    if (itemID === undefined) return fields;
    const item = await ctx.em.findOne(Item, { accountID: ctx.account.id, id: itemID });
    if (!item) throw problems.invalid_input({ errors: [{ path: 'itemID', message: 'There is no such item' }] });
    return { ...fields, item };
  },
  async writeParts(ctx, { id }, { expiresOn }) {
    if (expiresOn === undefined) return false;
    await ctx.em.flush();
    await settleLots(ctx, [id]);
    return false;
  },
});

export const lotPart = definePart({
  ...lotRecord,
  ...lotDeclarations,
  references: [
    { to: 'item', what: ['lot', 'lots'], table: 'inventory.lot', column: 'item_id', label: 'referrer.lot_number' },
    { to: 'lot', what: ['stock movement', 'stock movements'], table: 'inventory.movement', column: 'lot_id' },
  ],
  recordSources: () => [
    {
      type: 'lot',
      label: async (ctx, id) => (await lotView.byID(ctx, id)).lotNumber,
      findByNumber: async (ctx, number) => {
        const found = await ctx.em.find(
          Lot,
          { accountID: ctx.account.id, lotNumber: lotNumber(number) },
          { populate: ['item'] },
        );
        return found.map((lot) => ({ id: lot.id, label: `${lot.lotNumber} of ${lot.item.sku}` }));
      },
    },
  ],
  samples: [
    {
      table: 'inventory.lot',
      row: (ids) => ({
        item_id: ids('inventory.item'),
        lot_number: 'LOT-{label}',
        expires_on: '2031-01-31',
        is_blocked: false,
        notes: 'Canary {label}',
      }),
    },
  ],
});
