/**
 * A column that refers to records, and what people call the rows that hold it. Its owner is the plugin that declares
 * it.
 */
export interface Reference {
  /** What it refers to: a record type (`customer`, `carrier_option`), or `item` for items of any type. */
  to: string;
  /** Of one row and of several: `['sales order', 'sales orders']`. */
  what: readonly [one: string, many: string];
  /** Qualified, of the owner's schema or of core: `commerce.sales_order`. */
  table: string;
  column: string;
  /** SQL over `referrer` that names a row: `referrer.number`; absent where there are too many to name one. */
  label?: string;
  /** SQL condition over `referrer` for rows that count; absent: all. */
  where?: string;
  /** Column of which each value counts once: `order_id` of lines. Absent: each row counts. */
  once?: string;
  /** Column with the item that a row measures, for references to units: they matter for these items alone. */
  item?: string;
}
