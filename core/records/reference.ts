/** A column that refers to records, and the words for its rows. It belongs to the plugin that declares it. */
export interface Reference {
  /** The referenced record type (`customer`, `carrier_option`), or `item` for items of any type. */
  to: string;
  /** Words for one row and several: `['sales order', 'sales orders']`. */
  what: readonly [one: string, many: string];
  /** Qualified, in the plugin's schema or in core: `commerce.sales_order`. */
  table: string;
  column: string;
  /**
   * SQL over `referrer` for the name of a row: `referrer.number`; absent for rows that are not named. A sub-select
   * names the account as `{account}`.
   */
  label?: string;
  /** SQL condition over `referrer`, and `{account}`, for rows that count; by default all. */
  where?: string;
  /** Column of which each value counts once: `order_id` of lines. By default each row counts. */
  once?: string;
  /**
   * For references to units: column with the item that a row measures. The reference then counts only for this item.
   */
  item?: string;
}
