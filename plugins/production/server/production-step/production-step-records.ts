import { problems } from '@millwright/core/contracts';
import type { SearchableRecord } from '@millwright/core/server';
import { stepView } from './production-step.queries.ts';
import type { ProductionStepService } from './production-step.service.ts';

const positive = (text: string, path: string): number => {
  const value = Number(text);
  if (value <= 0) throw problems.invalid_input({ errors: [{ path, message: 'Must be above 0' }] });
  return value;
};

/** Production steps for generic features (search, references). */
export const productionStepRecords = (steps: ProductionStepService): SearchableRecord => ({
  type: 'production_step',
  label: async (ctx, id) => (await stepView.byID(ctx, id)).name,
  findByNumber: async (ctx, number) => {
    const { items } = await stepView.find(ctx, { query: number, take: 50, skip: 0, sortOrder: 'asc' });
    return items.filter(({ name }) => name === number).map(({ id, name }) => ({ id, label: name }));
  },
  async setQuantity(ctx, id, field, { measure, unitID }) {
    const value = positive(measure, 'data.measure');
    if (field === 'laborTime')
      return (
        (await steps.update(ctx, id, { laborTime: unitID ? { measure: value, unitID } : value })).laborTime ?? undefined
      );
    if (field !== 'production') return undefined;
    const { production } = await stepView.byID(ctx, id);
    const changed = { itemID: production.item.id, measure: value, unitID: unitID ?? production.quantity.unitID };
    return (await steps.update(ctx, id, { production: changed })).production.quantity;
  },
  async setRate(ctx, id, field, { value, unitID, perUnitID }) {
    if (field !== 'laborRate' && field !== 'overheadRate') return undefined;
    const given = positive(value, 'data.value');
    const rate = unitID && perUnitID ? { value: given, unitID, perUnitID } : given;
    return (await steps.update(ctx, id, { [field]: rate }))[field] ?? undefined;
  },
});
