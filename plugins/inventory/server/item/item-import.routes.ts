import { problems } from '@millwright/core/contracts';
import { type Imports, type Route, route } from '@millwright/core/server';
import { bulkCreateItems } from '../../contracts/index.ts';

export const itemImportRoutes = (imports: Imports): Route[] => [
  route(bulkCreateItems, async (ctx, { body: { data, type } }) => {
    if (type !== 'product')
      throw problems.invalid_input({
        errors: [{ path: 'type', message: `Items of the type ${type} cannot be created yet; only products can` }],
      });
    const { set, rows, warnings } = await imports.run(ctx, data, {
      type: 'products',
      title: `${data.length} products`,
    });
    const named = rows.map(({ recordID, label, row, effect, errors, isApplied }) => ({
      id: recordID ?? '',
      name: label || `Row ${row}`,
      effect: isApplied ? effect : ('skip' as const),
      reason: errors.map(({ message }) => message).join('; ') || 'Unchanged',
    }));
    const written = (wanted: 'create' | 'update') =>
      named.filter(({ effect }) => effect === wanted).map(({ id, name }) => ({ id, name }));
    return {
      createdItems: written('create'),
      skippedItems: named.filter(({ effect }) => effect === 'skip').map(({ name, reason }) => ({ name, reason })),
      updatedItems: written('update'),
      warnings,
      changeSetID: set.id,
    };
  }),
];
