import { defineProblems, recordDeclarations } from '@millwright/core/contracts';
import { invoices } from './invoice.contract.ts';

/** Permissions, record type and screens of invoices (spec commerce sections 2 and 6). */
export const invoiceDeclarations = recordDeclarations(invoices, {
  rights: {
    group: 'invoices',
    description: 'What customers are billed, and receivables.',
    defaults: { user: 'crud', sales_rep: 'r', customer: 'r' },
  },
  nav: { section: 'Money', order: 10, icon: 'document', shortcut: 'g b' },
  customers: true,
  record: { portal: { path: '/dashboard/my-invoices?invoiceIDs={id}', permission: 'customer_portal:read' } },
  hasForm: false,
  moreScreens: [
    {
      name: 'invoice-credit',
      path: '/dashboard/invoices/:invoiceID/credit',
      title: 'Credit an invoice',
      needs: ['invoices:read', 'transactions:create'],
    },
  ],
});

/** Refusals of invoices. */
export const invoiceProblems = defineProblems({
  order_not_issued: { status: 409, message: 'Only issued orders are invoiced' },
  /** Goods are invoiced together with their shipment. */
  order_ships: { status: 409, message: 'The order has lines to ship: they are invoiced as they leave' },
  nothing_to_invoice: { status: 409, message: 'Everything of the order is invoiced' },
  /** A sent invoice can only be corrected by a credit. */
  invoice_sent: { status: 409, message: 'The invoice has been sent: only its note can change' },
  invoice_not_voidable: { status: 409, message: 'The invoice cannot be voided' },
  /** `details.allowed` has the allowed amount for each row in `errors`. */
  credit_exceeds: { status: 409, message: 'More would be credited than was billed' },
  invoice_void: { status: 409, message: 'The invoice is void' },
  /** More was shipped than ordered. */
  invoiced_too_much: { status: 409, message: 'More would be invoiced than was ordered' },
  /** `details.today` is a possible date. */
  period_closed: { status: 409, message: 'The books are closed for this day' },
});
