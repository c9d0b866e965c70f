import type { AddressSnapshot, PortContext, ProductType } from '@millwright/core/contracts';
import type { SalesOrderStatus } from '../sales/sales-order/sales-order-status.ts';

/** An order line for other domains. Quantities are decimal texts. */
export interface SalesOrderLineFacts {
  id: string;
  lineItemNumber: number;
  itemID: string;
  sku: string;
  description: string;
  productType: ProductType;
  /** As ordered, with the name of its unit. */
  quantity: string;
  unit: string;
  /** The same in the product's base unit. */
  baseQuantity: string;
}

/** The present state of an order for other domains. */
export interface SalesOrderFacts {
  id: string;
  number: string;
  status: SalesOrderStatus;
  customerID: string;
  customerName: string;
  shipTo: AddressSnapshot | null;
  /** ISO date; null without a promised date. */
  promisedAt: string | null;
  /** By line item number. */
  lines: SalesOrderLineFacts[];
}

/** Sales orders for other domains, called inside their transaction. Provided by commerce. */
export abstract class SalesOrderPort {
  static readonly providedBy: string = 'commerce';

  /** Orders by id, with their lines; deleted and unknown ones are missing in the map. */
  abstract find(ctx: PortContext, orderIDs: readonly string[]): Promise<Map<string, SalesOrderFacts>>;

  /** Locks orders, in the order of ids, until the transaction ends, so that their demand can be read afterwards. */
  abstract hold(ctx: PortContext, orderIDs: readonly string[]): Promise<void>;

  /** Ids of the orders in this status, oldest first. */
  abstract listIDs(ctx: PortContext, status: SalesOrderStatus): Promise<string[]>;

  /** Links a production run with these orders, in addition to those it is linked with. */
  abstract linkRun(ctx: PortContext, run: { id: string; number: string }, orderIDs: readonly string[]): Promise<void>;

  /** Removes all links of a production run with orders. */
  abstract unlinkRun(ctx: PortContext, runID: string): Promise<void>;
}

/** Departments that make short items, for picking. Any domain may contribute one; production does. */
export abstract class ItemMakerPort {
  /** Departments that make each item, by name; items that are not made are missing in the map. */
  abstract makersOf(ctx: PortContext, itemIDs: readonly string[]): Promise<Map<string, { id: string; name: string }[]>>;

  /** Items made by these departments. */
  abstract itemsOf(ctx: PortContext, departmentIDs: readonly string[]): Promise<string[]>;
}
