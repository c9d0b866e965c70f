import type { Invariant } from '@millwright/core/server';
import { checkoutIs, salesOrderIs } from '../../states/states.ts';

/** Invariants of payment pages, part of `commerceInvariants`. */
export const cardPaymentInvariants: readonly Invariant[] = [
  {
    name: 'commerce.a-debt-has-one-open-page',
    sql: `select page.id from commerce.checkout_session page
      where page.account_id = $1 and ${checkoutIs.open('page.status')} and exists (select
        from commerce.checkout_session other
        where other.account_id = page.account_id and ${checkoutIs.open('other.status')} and other.id <> page.id
          and (other.order_id = page.order_id or other.invoice_ids && page.invoice_ids
            or exists (select from commerce.invoice invoice where invoice.account_id = page.account_id
              and (invoice.order_id = page.order_id and invoice.id = any(other.invoice_ids)
                or invoice.order_id = other.order_id and invoice.id = any(page.invoice_ids)))))`,
  },
  {
    name: 'commerce.open-pages-ask-what-may-be-paid',
    sql: `select page.id from commerce.checkout_session page
      left join commerce.sales_order sold on sold.account_id = page.account_id and sold.id = page.order_id
        and sold.deleted_at is null
      left join commerce.v_order_owing money on money.account_id = sold.account_id and money.order_id = sold.id
      where page.account_id = $1 and ${checkoutIs.open('page.status')}
        and (page.order_id is not null and (sold.id is null or ${salesOrderIs.requested('sold.status')}
            or ${salesOrderIs.estimated('sold.status')} and sold.offer_version is distinct from page.offer_version))
          or page.account_id = $1 and ${checkoutIs.open('page.status')} and page.amount is distinct from case
            when page.order_id is not null then money.owing
            else (select sum(asked.owing) from commerce.v_invoice_owing asked
              where asked.account_id = page.account_id and asked.invoice_id = any(page.invoice_ids)) end`,
  },
];
