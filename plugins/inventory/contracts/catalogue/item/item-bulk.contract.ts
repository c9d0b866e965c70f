import { bulkAnswer, bulkBody, bulkPreview, endpoint, nonNegativeMeasure } from '@millwright/core/contracts';
import { z } from 'zod';
import { bulkItemFields } from './item-field-table.ts';

/**
 * Fields of a bulk edit; null clears a value. Price, cost and order point are per default unit of each item, the lead
 * time is in days.
 */
export const itemChangeFields = {
  unitValue: nonNegativeMeasure.optional(),
  unitCost: nonNegativeMeasure.optional(),
  orderPoint: nonNegativeMeasure.nullish(),
  leadTime: nonNegativeMeasure.nullish(),
  ...bulkItemFields.input,
};

/** Refuses a change without any field. */
export const someOf = <Changes extends z.ZodType<object>>(changes: Changes): Changes =>
  changes.refine((given) => Object.values(given).some((value) => value !== undefined), {
    error: 'Name at least one field',
  });

/** Fields of a bulk edit of parts, materials or supplies. */
export const itemChanges = someOf(z.strictObject(itemChangeFields));

/** The endpoints that edit many items of a type, and preview such an edit. */
export function itemEditEndpoints<
  const Plural extends string,
  const Names extends string,
  Filter extends z.ZodType<Record<string, unknown>>,
  Changes extends z.ZodType,
>(plural: Plural, names: Names, filter: Filter, changes: Changes) {
  const body = bulkBody({ ids: 'itemIDs', one: 'item', several: 'items', filter, more: { changes } });
  return {
    edit: endpoint({
      name: `bulkEdit${names}`,
      method: 'PUT',
      path: `/v1/${plural}/actions/bulk-edit`,
      isLong: true,
      permission: `${plural}:update`,
      summary: `Changes fields of many ${plural}.`,
      body,
      reply: bulkAnswer,
    }),
    preview: endpoint({
      name: `previewBulkEdit${names}`,
      method: 'PUT',
      path: `/v1/${plural}/actions/preview-bulk-edit`,
      isLong: true,
      permission: `${plural}:update`,
      summary: `Tells what a change of many ${plural} would do.`,
      body,
      reply: bulkPreview,
    }),
  };
}
