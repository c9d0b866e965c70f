import type { AccountContext } from '@millwright/core/server';

/** Shipped quantity of a line. `quantity` is a decimal text in the product's base unit. */
export interface ShippedLine {
  orderLineID: string;
  quantity: string;
}

/** Freight charged to the customer: an amount of 0 or more as decimal text, and the rule that determines it. */
export interface InvoicedFreight {
  amount: string;
  why: string;
}

/** Goods of a shipment that have left. */
export interface ShippedGoods {
  shipmentID: string;
  orderID: string;
  lines: readonly ShippedLine[];
  freight?: InvoicedFreight | undefined;
}

/** Invoices of shipments, which billing writes in the transaction that ships. */
export abstract class ShipmentInvoicing {
  abstract invoice(ctx: AccountContext, goods: ShippedGoods): Promise<unknown>;
  /** @throws Problem 409 `invoice_not_voidable` */
  abstract void(ctx: AccountContext, shipmentID: string): Promise<unknown>;
}
