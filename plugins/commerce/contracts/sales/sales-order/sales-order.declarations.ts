import { defineProblems, recordDeclarations } from '@millwright/core/contracts';
import { salesOrders } from './sales-order.contract.ts';

/** Fields that follow from picks, shipments and invoices, whose own history has the changes. */
const progress = ['quantityPicked', 'quantityPacked', 'quantityShipped', 'quantityInvoiced'];

/** Permissions to read the records that order forms refer to (spec commerce section 6, path access rules). */
const orderChoices = [
  'customers:read',
  'units:read',
  'unit_groups:read',
  'customer_groups:read',
  'team_users:read',
  'carriers:read',
  'shipping_terms:read',
  'payment_terms:read',
  'discounts:read',
  'products:read',
] as const;

/** On their own screens sales orders are called orders. */
const named = { ...salesOrders, words: ['sales order', 'sales orders'] } as const;

/** Permissions, record types and screens of sales orders (spec commerce sections 2 and 6). */
export const salesOrderDeclarations = recordDeclarations(named, {
  rights: {
    group: 'sales orders',
    description: 'Estimates and orders of customers.',
    defaults: { user: 'crud', sales_rep: 'cru', customer: 'cr' },
  },
  nav: { section: 'Sell', order: 10, icon: 'document', shortcut: 'g o' },
  customers: true,
  record: {
    customersAddFiles: true,
    portal: { path: '/dashboard/my-orders/{id}', permission: 'customer_portal:read' },
    follows: [...progress, 'quantityToPick', 'quantityToInvoice'],
  },
  moreRecords: [
    {
      type: 'sales_order_line',
      prefix: 'sol',
      label: 'Sales order line',
      permission: 'sales_orders:read',
      // A line is shown with its order and has no screen of its own.
      path: '/dashboard/sales-orders',
      toldBy: 'sales_order',
      follows: progress,
    },
  ],
  formNeeds: orderChoices,
});

/** Refusals of sales orders. */
export const salesOrderProblems = defineProblems({
  /** `details.allowed` has the allowed codes. */
  invalid_status_change: { status: 409, message: 'The order cannot take this status' },
  /** Hold status `hold_all`. */
  customer_on_hold: {
    status: 409,
    message: 'The customer is on hold: nothing can be issued, and nothing that is issued can grow',
  },
  /** The customer's terms are payment before delivery; `details.owing` is the amount to pay. */
  payment_first: { status: 409, message: 'Your terms are payment before delivery: pay the order, and it goes on' },
  /** A product is not sold any more. Team members are asked instead, and confirm `product_ended`. */
  product_ended: { status: 409, message: 'A product of the order is not sold any more' },
  /** An issued order needs at least one line. */
  order_without_lines: { status: 409, message: 'An order without lines cannot be issued' },
  /** Goods need an address, except if they are collected (carrier `will_call`). */
  order_without_ship_to: { status: 409, message: 'An order of goods cannot be issued without a ship-to address' },
  order_not_editable: { status: 409, message: 'The order is fulfilled, shipped or completed and cannot be changed' },
  not_an_estimate: { status: 409, message: 'Only an estimate can be offered or priced anew' },
  order_not_deletable: { status: 409, message: 'Only estimates and bid requests can be deleted' },
  /** Picked goods have to be shipped or moved back before the order is closed. */
  order_in_progress: { status: 409, message: 'Something is picked that has not shipped: ship it or put it back first' },
  /** Something of the line was picked, shipped or invoiced. */
  line_in_progress: { status: 409, message: 'Something of the line was picked or invoiced' },
});
