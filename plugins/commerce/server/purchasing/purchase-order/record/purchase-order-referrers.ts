import type { Reference } from '@millwright/core/server';

const what = ['purchase order', 'purchase orders'] as const;

/** Deleted orders keep their number, but give up their references. */
const order = (to: string, column: string): Reference => ({
  to,
  what,
  table: 'commerce.purchase_order',
  column,
  label: 'referrer.number',
});

/** Lines of deleted orders keep their own copies of texts. */
const line: Omit<Reference, 'to' | 'column'> = {
  what,
  table: 'commerce.purchase_order_line',
  once: 'order_id',
  label: `(select ordered.number from commerce.purchase_order ordered
    where ordered.account_id = {account} and ordered.id = referrer.order_id)`,
  where: `exists (select from commerce.purchase_order ordered where ordered.account_id = {account}
    and ordered.id = referrer.order_id and ordered.deleted_at is null)`,
};

/** References of purchase orders. */
export const purchaseOrderReferrers: readonly Reference[] = [
  order('supplier', 'supplier_id'),
  order('payment_term', 'payment_term_id'),
  { ...line, to: 'item', column: 'item_id' },
  { ...line, to: 'unit', column: 'unit_id', item: 'item_id' },
];
