import type { AddressSnapshot, PortContext, ProductType } from '@millwright/core/contracts';
import type { SalesOrderStatus } from './sales/sales-order/sales-order-status.ts';

/** A line of an order as other domains need it. Quantities are decimal texts. */
export interface SalesOrderLineFacts {
  id: string;
  lineItemNumber: number;
  itemID: string;
  sku: string;
  description: string;
  productType: ProductType;
  /** As ordered, and the name of its unit. */
  quantity: string;
  unit: string;
  /** The same in the product's base unit. */
  baseQuantity: string;
}

/** An order as other domains need it at the moment they ask. */
export interface SalesOrderFacts {
  id: string;
  number: string;
  status: SalesOrderStatus;
  customerID: string;
  customerName: string;
  shipTo: AddressSnapshot | null;
  /** ISO date; null where none is promised. */
  promisedAt: string | null;
  /** By line item number. */
  lines: SalesOrderLineFacts[];
}

/** Sales orders as other domains ask for them, inside their own transaction. Provided by commerce. */
export abstract class SalesOrderPort {
  static readonly providedBy: string = 'commerce';

  /** Orders of these ids with their lines; deleted and unknown ones are missing in the map. */
  abstract find(ctx: PortContext, orderIDs: readonly string[]): Promise<Map<string, SalesOrderFacts>>;

  /** Holds orders, by id, until the transaction ends: what they want and lack is read afterwards. */
  abstract hold(ctx: PortContext, orderIDs: readonly string[]): Promise<void>;

  /** Ids of the orders in this status, oldest first. */
  abstract listIDs(ctx: PortContext, status: SalesOrderStatus): Promise<string[]>;

  /** Says that a production run is for these orders, beside those that it is for already. */
  abstract linkRun(ctx: PortContext, run: { id: string; number: string }, orderIDs: readonly string[]): Promise<void>;

  /** A production run is for no order any more. */
  abstract unlinkRun(ctx: PortContext, runID: string): Promise<void>;
}

/** Tells picking which departments make items that are short. Any domain contributes; production does. */
export abstract class ItemMakerPort {
  /** Departments that make each item, by name; items that nobody makes are missing in the map. */
  abstract makersOf(ctx: PortContext, itemIDs: readonly string[]): Promise<Map<string, { id: string; name: string }[]>>;

  /** Items that these departments make. */
  abstract itemsOf(ctx: PortContext, departmentIDs: readonly string[]): Promise<string[]>;
}
