import type { AddressSnapshot, PortContext, ProductType } from '@millwright/core/contracts';
import type { ShipmentStatus } from '../document/shipment-states.ts';
import type { SalesOrderStatus } from '../sales/sales-order/sales-order-status.ts';

/** An order line of a trading partner. Quantity and price are decimal texts, per ordered unit. */
export interface TradedLineEntry {
  itemID: string;
  quantity: string;
  unitID: string;
  /** Absent: the customer's price in this account. */
  unitPrice?: string | undefined;
  /** The partner's line number. */
  ediLineItemID: string;
}

/** A new order of a trading partner. */
export interface TradedOrderEntry {
  customerID: string;
  customerPO: string;
  /** Absent: the customer's own address. */
  shipTo?: AddressSnapshot | undefined;
  /** The partner's requested date, ISO. */
  promisedAt?: string | undefined;
  /** The partner's remarks on the order. */
  customerNote?: string | undefined;
  /** True issues the order at once, which reserves stock; false enters an estimate. */
  isIssued: boolean;
  /** Whether a person has released products that are not sold any more; without that, 409 `product_ended`. */
  acceptsEnded?: boolean | undefined;
  lines: readonly TradedLineEntry[];
}

/** An order line for trading partners. Decimal texts in the ordered unit. */
export interface TradedOrderLine {
  id: string;
  lineItemNumber: number;
  ediLineItemID: string | null;
  itemID: string;
  sku: string;
  description: string;
  productType: ProductType;
  quantity: string;
  unitID: string;
  unit: string;
  unitPrice: string;
}

/** An order for trading partners. */
export interface TradedOrder {
  id: string;
  number: string;
  customerPO: string | null;
  status: SalesOrderStatus;
  customerID: string;
  /** ISO dates. */
  enteredOn: string;
  promisedAt: string | null;
  shipTo: AddressSnapshot | null;
  /** Something was picked, so changes need a person. */
  isInProgress: boolean;
  lines: TradedOrderLine[];
}

/** A packed case; weights in pounds, quantities in the ordered unit. Decimal texts. */
export interface TradedCase {
  id: string;
  number: string;
  sscc: string | null;
  weight: string | null;
  trackingNumber: string | null;
  contents: { orderLineID: string; sku: string; description: string; quantity: string; lotNumber: string | null }[];
}

/** A shipment for trading partners: the contents of its cases, not the ordered quantities. */
export interface TradedShipment {
  id: string;
  number: string;
  status: ShipmentStatus;
  orderID: string;
  customerID: string;
  /** Whether documents are exchanged with the customer electronically. */
  isEdiEnabled: boolean;
  shippedAt: Date | null;
  carrier: { name: string; code: string | null } | null;
  carrierOptionCode: string | null;
  trackingNumber: string | null;
  billOfLading: string | null;
  shipTo: AddressSnapshot | null;
  cases: TradedCase[];
}

/** An invoice line; decimal texts in the ordered unit, money in the account's currency. */
export interface TradedInvoiceLine {
  orderLineID: string | null;
  itemID: string | null;
  sku: string;
  description: string;
  productType: ProductType;
  quantity: string;
  unitID: string;
  unit: string;
  unitPrice: string;
  total: string;
}

/** An invoice for trading partners. */
export interface TradedInvoice {
  id: string;
  number: string;
  customerID: string;
  orderID: string | null;
  shipmentID: string | null;
  datedOn: string;
  dueOn: string;
  isVoid: boolean;
  isEdiSent: boolean;
  /** Name of the payment term. */
  terms: string | null;
  discount: string;
  total: string;
  lines: TradedInvoiceLine[];
}

/** Sales functions for the exchange with trading partners, called inside their transaction. Provided by commerce. */
export abstract class TradingPort {
  static readonly providedBy: string = 'commerce';

  /** Enters an order. @throws Problem as `createSalesOrder` does */
  abstract enter(ctx: PortContext, order: TradedOrderEntry): Promise<{ id: string; number: string }>;

  /**
   * The account's price per unit of each line for this customer: decimal texts, in the order of the lines.
   * @throws Problem 400 with one entry per line that does not fit
   */
  abstract quote(ctx: PortContext, customerID: string, lines: readonly TradedLineEntry[]): Promise<string[]>;

  /** Orders of the customer with this purchase order number, the oldest first. */
  abstract ordersOfPO(
    ctx: PortContext,
    customerID: string,
    customerPO: string,
  ): Promise<{ id: string; number: string }[]>;

  /** Orders by id; deleted and unknown ones are missing in the map. */
  abstract orders(ctx: PortContext, orderIDs: readonly string[]): Promise<Map<string, TradedOrder>>;

  /**
   * Replaces the lines of the order: lines with an id are changed, those without are new, missing ones are deleted.
   * `head` has changes of other fields.
   * @throws Problem as `updateSalesOrder` does
   */
  abstract changeLines(
    ctx: PortContext,
    orderID: string,
    lines: readonly (TradedLineEntry & { id?: string | undefined })[],
    head?: Pick<TradedOrderEntry, 'shipTo' | 'promisedAt' | 'customerNote' | 'acceptsEnded'>,
  ): Promise<void>;

  /**
   * Cancels the whole order for the partner: it is closed, which is only possible before anything is picked.
   * @throws Problem 409
   */
  abstract cancel(ctx: PortContext, orderID: string): Promise<void>;

  /** Notes that the partner was told about the acceptance of the order. */
  abstract noteAcknowledged(ctx: PortContext, orderID: string): Promise<void>;

  /** Shipments by id, with their cases. */
  abstract shipments(ctx: PortContext, shipmentIDs: readonly string[]): Promise<Map<string, TradedShipment>>;

  /** An invoice; undefined for an unknown id. */
  abstract invoice(ctx: PortContext, invoiceID: string): Promise<TradedInvoice | undefined>;

  /** Notes that the invoice was sent by EDI. */
  abstract noteInvoiced(ctx: PortContext, invoiceID: string): Promise<void>;

  /** The given customers that use electronic exchange. */
  abstract ediCustomers(ctx: PortContext, customerIDs: readonly string[]): Promise<Set<string>>;
}
