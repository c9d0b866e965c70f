import type { AddressSnapshot, PortContext, ProductType } from '@millwright/core/contracts';
import type { ShipmentStatus } from './document/shipment-states.ts';
import type { SalesOrderStatus } from './sales/sales-order/sales-order-status.ts';

/** A line as a trading partner orders it. Quantity and price are decimal texts of the unit that is ordered. */
export interface TradedLineEntry {
  itemID: string;
  quantity: string;
  unitID: string;
  /** Absent: the account's own price. */
  unitPrice?: string | undefined;
  /** The partner's own number of the line. */
  ediLineItemID: string;
}

/** An order of a trading partner as it is to be entered. */
export interface TradedOrderEntry {
  customerID: string;
  customerPO: string;
  /** Absent: the customer's own address. */
  shipTo?: AddressSnapshot | undefined;
  /** ISO date on which the partner wants it. */
  promisedAt?: string | undefined;
  /** What the partner says beside the lines. */
  customerNote?: string | undefined;
  /** Issued at once, which takes stock; else an estimate. */
  isIssued: boolean;
  lines: readonly TradedLineEntry[];
}

/** A line of an order as partners are told of it. Decimal texts in the unit that was ordered. */
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

/** An order as partners are told of it. */
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
  /** Something of it was picked: changes need a person. */
  isInProgress: boolean;
  lines: TradedOrderLine[];
}

/** A packed case; weights are pounds, quantities in the unit that was ordered. Decimal texts. */
export interface TradedCase {
  id: string;
  number: string;
  sscc: string | null;
  weight: string | null;
  trackingNumber: string | null;
  contents: { orderLineID: string; sku: string; description: string; quantity: string; lotNumber: string | null }[];
}

/** A shipment as partners are told of it: what lies in its cases, never what was ordered. */
export interface TradedShipment {
  id: string;
  number: string;
  status: ShipmentStatus;
  orderID: string;
  customerID: string;
  /** Whether the customer is exchanged with electronically. */
  isEdiEnabled: boolean;
  shippedAt: Date | null;
  carrier: { name: string; code: string | null } | null;
  carrierOptionCode: string | null;
  trackingNumber: string | null;
  billOfLading: string | null;
  shipTo: AddressSnapshot | null;
  cases: TradedCase[];
}

/** A line of an invoice; decimal texts in the unit that was ordered, money in the account's currency. */
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

/** An invoice as partners are told of it. */
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
  /** Name of its payment term. */
  terms: string | null;
  discount: string;
  total: string;
  lines: TradedInvoiceLine[];
}

/** What exchanging documents with trading partners needs of sales, inside their transaction. Provided by commerce. */
export abstract class TradingPort {
  static readonly providedBy: string = 'commerce';

  /** Enters an order. @throws Problem as `createSalesOrder` does */
  abstract enter(ctx: PortContext, order: TradedOrderEntry): Promise<{ id: string; number: string }>;

  /**
   * What the account asks of this customer for one of each line's unit: decimal texts, in the order asked.
   * @throws Problem 400 with one entry per line that does not fit
   */
  abstract quote(ctx: PortContext, customerID: string, lines: readonly TradedLineEntry[]): Promise<string[]>;

  /** Orders of the customer with this number of its own, oldest first. */
  abstract ordersOfPO(
    ctx: PortContext,
    customerID: string,
    customerPO: string,
  ): Promise<{ id: string; number: string }[]>;

  /** Orders of these ids; deleted and unknown ones are missing in the map. */
  abstract orders(ctx: PortContext, orderIDs: readonly string[]): Promise<Map<string, TradedOrder>>;

  /**
   * Makes these the lines of the order: those with an id change, those without are new, what is left out goes. `head`:
   * what else of the order changes.
   * @throws Problem as `updateSalesOrder` does
   */
  abstract changeLines(
    ctx: PortContext,
    orderID: string,
    lines: readonly (TradedLineEntry & { id?: string | undefined })[],
    head?: Pick<TradedOrderEntry, 'shipTo' | 'promisedAt' | 'customerNote'>,
  ): Promise<void>;

  /** The partner takes the whole order back: it is closed, nothing of it may be picked. @throws Problem 409 */
  abstract cancel(ctx: PortContext, orderID: string): Promise<void>;

  /** The partner was told that the order is accepted. */
  abstract noteAcknowledged(ctx: PortContext, orderID: string): Promise<void>;

  /** Shipments of these ids with their cases. */
  abstract shipments(ctx: PortContext, shipmentIDs: readonly string[]): Promise<Map<string, TradedShipment>>;

  /** The invoice; undefined where there is none. */
  abstract invoice(ctx: PortContext, invoiceID: string): Promise<TradedInvoice | undefined>;

  /** The customer has the invoice by EDI: it counts as sent. */
  abstract noteInvoiced(ctx: PortContext, invoiceID: string): Promise<void>;

  /** Which of these customers are exchanged with electronically. */
  abstract ediCustomers(ctx: PortContext, customerIDs: readonly string[]): Promise<Set<string>>;
}
