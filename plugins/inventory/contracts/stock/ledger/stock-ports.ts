import type { PortContext } from '@millwright/core/contracts';

/** A document that stock is promised to. */
export interface DemandSource {
  /** Record type: `sales_order`. */
  type: string;
  id: string;
  /** As people know it; names the row in "why this date?". */
  number: string;
}

/** Everything that an issued document still wants. Quantities are decimal texts in base units. */
export interface DocumentDemand {
  source: DemandSource;
  customerID: string | null;
  /** The higher rank is served first, then the earlier `promisedOn` (none is last), then the earlier `issuedAt`. */
  priorityRank: number;
  /** ISO date. */
  promisedOn: string | null;
  issuedAt: Date;
  /**
   * For a document that has no number yet: takes it, once all that can wait is locked, for whoever numbers documents
   * keeps the
   * others waiting. Asked at most once, and not where nothing is promised; else `source.number` counts.
   */
  takeNumber?: () => Promise<string>;
  /** Lines with something open; `path` is where the line stands in the request, for the field error. */
  lines: readonly { lineID: string; itemID: string; quantity: string; path?: string }[];
}

/** What a line of a document wants and has: decimal texts in base units. */
export interface LinePromise {
  lineID: string;
  itemID: string;
  quantity: string;
  reserved: string;
  /** `quantity - reserved` */
  short: string;
}

/** What there is of an item of the account's own stock: decimal texts in base units. */
export interface ItemAvailability {
  itemID: string;
  onHand: string;
  /** Holds and reservations. */
  reserved: string;
  /** `onHand - reserved`, less what lies in closed places. */
  availableToPromise: string;
  /** What issued documents want and have not got. */
  short: string;
}

/** Stock that leaves for a document, or is used up. */
export interface StockIssue {
  itemID: string;
  /** Base units, above 0. */
  quantity: string;
  /** Absent: the oldest stock of open places. */
  locationID?: string | undefined;
  lotID?: string | null | undefined;
  /** The demand that it serves: its reservation goes with it, and the demand shrinks. */
  lineID?: string | undefined;
  path?: string;
}

/** Stock as other domains promise and use it, inside their own transaction. Provided by inventory. */
export abstract class StockPort {
  static readonly providedBy: string = 'inventory';

  /**
   * Makes the demand of these documents what is given: lines that are missing give their stock back, new and larger
   * ones take
   * what is free, in the order given. What is not free stays short until stock comes, unless `refuseShort`. `holdID`
   * names the
   * hold of the person that the document replaces: its stock goes to the documents first and the rest is freed.
   * @throws 409 `insufficient_stock` with one entry per short line where `refuseShort`; nothing is reserved then
   */
  abstract reserve(
    ctx: PortContext,
    documents: readonly DocumentDemand[],
    options?: { refuseShort?: boolean; holdID?: string | undefined },
  ): Promise<Map<string, LinePromise>>;

  /** Gives back what these documents had; they want nothing any more. Freed stock serves the shorts of others. */
  abstract release(ctx: PortContext, sourceType: string, sourceIDs: readonly string[]): Promise<void>;

  /** Gives back a hold of the acting person; one that is gone is as good. */
  abstract releaseHold(ctx: PortContext, holdID: string): Promise<void>;

  /** What the lines of these documents want and have, by line id; lines without demand are missing. */
  abstract promisesOf(
    ctx: PortContext,
    sourceType: string,
    sourceIDs: readonly string[],
  ): Promise<Map<string, LinePromise>>;

  /** What there is of these items, by item id; one statement for any number. */
  abstract availabilityOf(ctx: PortContext, itemIDs: readonly string[]): Promise<Map<string, ItemAvailability>>;

  /**
   * Takes stock out: shipped for a document, or consumed. Serves the demand of `lineID` first.
   * @throws 409 `insufficient_stock` where the place, or what is free of the item, has less
   */
  abstract issue(
    ctx: PortContext,
    action: 'ship' | 'consume',
    source: DemandSource,
    issues: readonly StockIssue[],
  ): Promise<void>;
}

/** A line of a document that will bring stock. */
export interface SupplyLine {
  lineID: string;
  itemID: string;
  /** As ordered. */
  measure: string;
  unitID: string;
  /** ISO date. */
  dueOn: string;
  /** Of one `unitID`. */
  unitCost?: string | null;
  note?: string | null;
}

/**
 * Documents of other domains that will bring stock tell it here, inside their own transaction. Provided by inventory.
 */
export abstract class SupplyPort {
  static readonly providedBy: string = 'inventory';

  /** Makes the expected supply of a document what is given; an empty list takes all of it away. */
  abstract expect(ctx: PortContext, source: DemandSource, lines: readonly SupplyLine[]): Promise<void>;

  /**
   * Stock of a line has come: raises what was received of the supply and of the stock, at the cost given, in one step.
   */
  abstract receive(
    ctx: PortContext,
    source: DemandSource,
    receipts: readonly {
      lineID: string;
      itemID: string;
      measure: string;
      unitID: string;
      /** Of one `unitID`. */
      unitCost: string;
      locationID?: string | undefined;
      lotNumber?: string | undefined;
      receivedAt?: Date | undefined;
    }[],
  ): Promise<void>;
}

/** A supplier of an item. */
export interface ItemSupplier {
  supplierID: string;
  number: string;
  name: string;
  supplierPartNumber: string | null;
}

/** Who supplies what, as material needs show it. Consumed by inventory where it is provided; provided by commerce. */
export abstract class ItemSupplierPort {
  /** Active suppliers of each item, by name; items without are missing in the map. */
  abstract suppliersOf(ctx: PortContext, itemIDs: readonly string[]): Promise<Map<string, ItemSupplier[]>>;

  /** Items that these suppliers supply. */
  abstract itemsOf(ctx: PortContext, supplierIDs: readonly string[]): Promise<string[]>;
}
