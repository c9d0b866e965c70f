import { type Imports, type Route, route } from '@millwright/core/server';
import { bulkCreateItems } from '../../../../contracts/index.ts';
import { itemKinds } from '../reference/item-kinds.ts';
import { propertyField } from './item-import-fields.ts';

export const itemImportRoutes = (imports: Imports): Route[] => [
  route(bulkCreateItems, async (ctx, { body: { data, type } }) => {
    const { plural } = itemKinds[type];
    const { set, rows, warnings } = await imports.run(ctx, data, {
      type: plural,
      title: `${data.length} ${plural}`,
      // Columns of texts that no field has are properties (spec operations section 5).
      options: { createReferences: ctx.can('categories:create') ? [propertyField] : [] },
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
