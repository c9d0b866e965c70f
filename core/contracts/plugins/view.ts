import type { z } from 'zod';

/** A read-only SQL view that its plugin publishes. Columns may be added but never removed. */
export interface ViewDefinition<Row extends z.ZodType = z.ZodType> {
  readonly kind: 'view';
  /** Qualified name: `inventory.v_items`. */
  name: string;
  row: Row;
}

/** Declares a published view; the row schema uses the column names of the view. */
export const defineView = <Row extends z.ZodType>(name: string, row: Row): ViewDefinition<Row> => ({
  kind: 'view',
  name,
  row,
});
