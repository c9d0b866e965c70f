import type { PortContext } from '@millwright/core/contracts';
import type { DemandSource, DoneAt, StockKeys } from './stock-step.ts';

/** The complete open demand of an issued document. Quantities are decimal texts in base units. */
export interface DocumentDemand {
  source: DemandSource;
  customerID: string | null;
  /**
   * Serving order: the higher rank first, then the earlier `promisedOn` (null is last), then the earlier `issuedAt`.
   */
  priorityRank: number;
  /** ISO date. */
  promisedOn: string | null;
  issuedAt: Date;
  /**
   * For a document without a number: answers its new number. Called at most once, after all locks that may have to
   * wait, because the number sequence blocks other transactions; not called if nothing is promised. Without it
   * `source.number` is used.
   */
  takeNumber?: () => Promise<string>;
  /** The document was created in this transaction, so it has no promises yet. */
  isNew?: boolean;
  /** Lines with open demand; `path` is the line's path in the request, for field errors. */
  lines: readonly { lineID: string; itemID: string; quantity: string; path?: string }[];
}

/** Demand and reservation of a document line: decimal texts in base units. */
export interface LinePromise {
  lineID: string;
  itemID: string;
  quantity: string;
  reserved: string;
  /** `quantity - reserved` */
  short: string;
}

/** The account's own stock of an item: decimal texts in base units. */
export interface ItemAvailability {
  itemID: string;
  onHand: string;
  /** Holds and reservations. */
  reserved: string;
  /** `onHand - reserved`, less stock in closed places. */
  availableToPromise: string;
  /** Demand of issued documents that nothing is reserved for. */
  short: string;
}

/**
 * A document line with demand, if the demand does not belong to the acting document: the order's line, for a shipment.
 */
export interface DemandLine {
  type: string;
  id: string;
  lineID: string;
}

/** Stock of one place and lot that is allocated to a document line: planned for it, or picked and waiting. */
export interface AllocatedStock {
  /** `all_...`; one per line, place and lot. */
  id: string;
  sourceType: string;
  sourceID: string;
  lineID: string;
  itemID: string;
  locationID: string;
  lotID: string | null;
  lotNumber: string | null;
  /** Base units, decimal text, above 0. */
  quantity: string;
}

/** A request to allocate stock to a line that has it reserved. */
export interface AllocationWish {
  lineID: string;
  /** The line's item, if the caller knows it; otherwise it is looked up. */
  itemID?: string | undefined;
  /** Base units. Absent: all that is reserved for the line and not allocated yet. */
  quantity?: string | undefined;
  /** Absent: any open place. */
  locationID?: string | undefined;
  /** Absent: any lot that has not expired; null: stock without lot. */
  lotID?: string | null | undefined;
  /** Places that are not used, such as one that was found empty. */
  exceptLocationIDs?: readonly string[] | undefined;
  /** Path of the line in the request, for field errors. */
  path?: string | undefined;
}

/** Stock that is shipped for a document, or used up. */
export interface StockIssue extends DoneAt {
  itemID: string;
  /** Base units, above 0. */
  quantity: string;
  /** Only from this place: a packing place, or any named one. */
  locationID?: string | undefined;
  /** From these places in order, then from any open place. */
  from?: readonly string[] | undefined;
  /** Absent: any lot, the first to expire first, then the oldest stock; null: stock without lot. */
  lotID?: string | null | undefined;
  /** Line of the acting document, for the answer and the movements. */
  lineID?: string | undefined;
  /**
   * The served demand, if it is not `lineID` of the acting document: its reservation and allocations are used, and its
   * quantity is reduced.
   */
  demand?: DemandLine | undefined;
  path?: string | undefined;
}

/** Stock that moves to another place with its dates, lots and costs. */
export interface StockRelocation {
  /** Line of the acting document, for the answer and the movements. */
  lineID: string;
  itemID: string;
  /** Base units, above 0. */
  quantity: string;
  fromLocationID: string;
  toLocationID: string;
  /** Absent: any lot, the first to expire first; null: stock without lot. */
  lotID?: string | null | undefined;
  /**
   * The line that the goods are reserved for: its allocated stock moves first, and is allocated to it in the new place.
   * A pick moves goods to packing and back this way. Without it only unallocated stock moves.
   */
  demand?: DemandLine | undefined;
  /** With `demand`: whether the goods stay allocated in the new place; default true. */
  staysAllocated?: boolean | undefined;
  /** The supply that it fulfils, for goods that waited at the dock. */
  supply?: DemandLine | undefined;
  path?: string | undefined;
}

/** The effect of one line of an issue, move or receipt. Base units and values are exact decimal texts. */
export interface StockOfLine {
  lineID: string;
  quantity: string;
  /** Six decimals; the sum equals the value that the layers lost or gained. */
  value: string;
  /** By lot and place; stock without lot has nulls. */
  lots: readonly {
    lotID: string | null;
    lotNumber: string | null;
    expiresOn: string | null;
    /** The place it was taken from or, for a receipt, put into. */
    locationID: string;
    quantity: string;
    value: string;
  }[];
}

/** Stock that was newly reserved for a waiting document line. Base units, decimal text. */
export interface ServedShort extends DemandLine {
  /** Number of the document. */
  number: string;
  itemID: string;
  quantity: string;
}

/** A place to put goods. */
export interface PlaceProposal {
  id: string;
  /** 'Tool Crib / A / 1' */
  name: string;
  /** Reason: most of the item lies `here`, it was `last` put there, or it is the account's `default` place. */
  why: 'here' | 'last' | 'default';
}

/** Types of places for warehouse work. The first place of each type is used; it is created when it is first needed. */
export type WorkPlaceType = 'packing' | 'dock' | 'quarantine';

/** Stock that is held while the customer pays for a document. */
export interface StockHold {
  /** `hold_...`, generated by the caller. */
  holdID: string;
  documentID: string;
  customerID: string;
  lines: readonly { itemID: string; quantity: { measure: number; unitID: string } }[];
  seconds: number;
  /** Total of the customer's largest order, as decimal text; it limits the amount that may be held. */
  largestOrder: string;
}

/** Stock for other domains, called inside their transaction. Provided by inventory. */
export abstract class StockPort {
  static readonly providedBy: string = 'inventory';

  /**
   * Locks stock until the transaction ends, in the common order: supply, places, positions. For transactions with
   * several stock calls, which then never wait for each other. The caller has locked the documents.
   */
  abstract hold(ctx: PortContext, keys: StockKeys): Promise<void>;

  /**
   * Sets the demand of these documents. Missing lines release their stock; new and larger lines reserve free stock, in
   * the given order. The rest stays short until stock comes, unless `refuseShort`. `holdID` names the acting person's
   * hold that the document replaces: its stock goes to the documents first, the rest is released. Allocations beyond
   * the reservation of a line are cut (`inventory.allocation.cut`).
   * @throws 409 `insufficient_stock` with one entry per short line if `refuseShort`; nothing is reserved then
   */
  abstract reserve(
    ctx: PortContext,
    documents: readonly DocumentDemand[],
    options?: { refuseShort?: boolean; holdID?: string | undefined; isDocumentHold?: boolean },
  ): Promise<Map<string, LinePromise>>;

  /**
   * Holds stock for a document whose customer is about to pay, as far as it is free and within the limit for people of
   * a customer; it cannot be renewed. `reserve` for that one document takes it over with `isDocumentHold`.
   * @throws 409 `holds_beyond_orders`, `holding_too_long`
   */
  abstract holdForDocument(ctx: PortContext, hold: StockHold): Promise<void>;

  /**
   * Removes the demand of these documents, with their reservations and allocations. Released stock serves waiting
   * documents.
   */
  abstract release(ctx: PortContext, sourceType: string, sourceIDs: readonly string[]): Promise<void>;

  /** Releases a hold of the acting person, or of a document; does nothing if it no longer exists. */
  abstract releaseHold(ctx: PortContext, holdID: string, documentID?: string): Promise<void>;

  /** Demand and reservation of these documents' lines, by line id; lines without demand are missing. */
  abstract promisesOf(
    ctx: PortContext,
    sourceType: string,
    sourceIDs: readonly string[],
  ): Promise<Map<string, LinePromise>>;

  /** Availability of these items, by item id, in one statement. */
  abstract availabilityOf(ctx: PortContext, itemIDs: readonly string[]): Promise<Map<string, ItemAvailability>>;

  /**
   * For each item the free quantity now and the first day on which the quantity can be promised (null if expected stock
   * does not cover it), in the order of the request. Base units.
   */
  abstract firstDatesOf(
    ctx: PortContext,
    wanted: readonly { itemID: string; quantity: string }[],
  ): Promise<{ itemID: string; availableToPromise: string; firstDate: string | null }[]>;

  /**
   * Allocates stock to document lines, in the given order, as far as it is reserved for them: lots by expiry (never
   * expired ones), then the oldest stock, in as few places as possible. A part without stock stays reserved without a
   * place. Answers the allocations of this call, one row per line, place and lot, with the row's total.
   * @throws 400 for an unknown place or lot; 409 `location_closed`; 409 `lot_expired`; 409 `insufficient_stock` if a
   * named place has less than `quantity`, 409 `not_reserved` for more than the reserved and unallocated quantity of the
   * line
   */
  abstract allocate(
    ctx: PortContext,
    documents: readonly { source: Pick<DemandSource, 'type' | 'id'>; lines: readonly AllocationWish[] }[],
  ): Promise<AllocatedStock[]>;

  /**
   * Gives up allocations, completely or by the given quantity. The stock stays reserved for the line, except in a place
   * that is not promisable (picked goods): then the line becomes short.
   */
  abstract free(
    ctx: PortContext,
    allocations: readonly { allocationID: string; quantity?: string | undefined }[],
  ): Promise<void>;

  /** Allocations of these documents, by document, line, place and lot. */
  abstract allocationsOf(ctx: PortContext, sourceType: string, sourceIDs: readonly string[]): Promise<AllocatedStock[]>;

  /**
   * Moves stock to other places, all lines or none. Answers one row per line, in order.
   * @throws 409 `insufficient_stock` if a place has less, or less unallocated stock; `location_closed`
   */
  abstract move(
    ctx: PortContext,
    source: DemandSource,
    lines: readonly StockRelocation[],
    options?: { reason?: string | undefined },
  ): Promise<StockOfLine[]>;

  /**
   * `move` for goods that waited at the dock; also answers the waiting documents that they served, by item, in serving
   * order.
   */
  abstract putAway(
    ctx: PortContext,
    source: DemandSource,
    lines: readonly StockRelocation[],
  ): Promise<readonly ServedShort[]>;

  /** Proposed open places for each of these items, at most one per reason, the best first; in one statement. */
  abstract proposePlaces(ctx: PortContext, itemIDs: readonly string[]): Promise<Map<string, PlaceProposal[]>>;

  /**
   * Issues stock: shipped for a document, or consumed. Serves the line's demand, and takes the stock allocated to it
   * first. Answers one row per line, in order.
   * @throws 409 `insufficient_stock` if the place, or the item's free stock, has less; 409 `lot_expired`
   */
  abstract issue(
    ctx: PortContext,
    action: 'ship' | 'consume',
    source: DemandSource,
    issues: readonly StockIssue[],
  ): Promise<StockOfLine[]>;

  /**
   * Voids the issues of these document lines (default: all lines) that are not voided yet: stock returns to its places,
   * lots and layers. `demands` are the documents that it was issued for, with their complete present demand: stock that
   * returns is reserved for their lines again, and allocated in its place. Without them it returns unreserved. Answers
   * the returned stock, one row per line.
   * @throws 409 `location_closed`
   */
  abstract returnIssued(
    ctx: PortContext,
    source: Pick<DemandSource, 'type' | 'id'>,
    lineIDs?: readonly string[],
    demands?: readonly DocumentDemand[],
    doneAt?: DoneAt,
  ): Promise<StockOfLine[]>;

  /** The place for packed, arriving or unusable goods; created if there is none. */
  abstract defaultPlace(ctx: PortContext, type: WorkPlaceType): Promise<{ id: string; name: string }>;
}

/** A document line that will bring stock. */
export interface SupplyLine {
  lineID: string;
  itemID: string;
  /** As ordered. */
  measure: string;
  unitID: string;
  /** ISO date. */
  dueOn: string;
  /** Per `unitID`. */
  unitCost?: string | null;
  note?: string | null;
  /** In base units: quantity that arrived while it was not expected, for example for a closed order; default 0. */
  came?: string;
}

/** Received stock of a line. */
export interface SupplyReceipt {
  /** Line of the acting document, for the answer and the movements. */
  lineID: string;
  itemID: string;
  measure: string;
  unitID: string;
  /** Per `unitID`; alternatively the exact `value` of everything. */
  unitCost?: string | undefined;
  /** Decimal text of at most six decimals; takes precedence over `unitCost`. One of the two is required. */
  value?: string | undefined;
  /**
   * Absent: the default place. Goods in a place that is not promisable keep the supply open, due today at the latest.
   */
  locationID?: string | undefined;
  /** A new lot number creates the lot. */
  lotNumber?: string | undefined;
  /** ISO date, for a new lot or one without a date. */
  expiresOn?: string | undefined;
  /** Time of receipt, not in the future; default now. */
  receivedAt?: Date | undefined;
  /** Number for people, by which the layers are found; default: the number of the acting document. */
  reference?: string | undefined;
  /** The fulfilled supply, if it is not `lineID` of the acting document: the order's line, for a delivery. */
  supply?: DemandLine | undefined;
  /** Path of the line in the request, for field errors. */
  path?: string | undefined;
}

/** Stock that a batch produced. */
export interface ProducedStock extends DoneAt {
  lineID: string;
  itemID: string;
  /** Base units, above 0. */
  quantity: string;
  /** Value of everything: decimal text of at most six decimals. */
  value: string;
  /** Absent: the default place. */
  locationID?: string | undefined;
  lotNumber?: string | undefined;
  /** ISO date, for a new lot or one without a date. */
  expiresOn?: string | undefined;
  /** The fulfilled supply, if it is not `lineID` of the acting document. */
  supply?: DemandLine | undefined;
  path?: string | undefined;
}

/** Goods that were shipped and have come back. */
export interface ReturnedStock extends Omit<ProducedStock, 'supply' | 'scanningStation'> {
  /** Number for finding the layers: the invoice of the goods. */
  reference?: string | undefined;
}

/** The new value of all stock received for a document line. */
export interface NewWorth {
  lineID: string;
  /** Decimal text, exact. */
  value: string;
}

/** The part of it that is still in stock, in any place. Decimal texts in base units. */
export interface StockLeft {
  lineID: string;
  quantity: string;
  /** Value before and after. */
  valueBefore: string;
  value: string;
}

/** Expected supply of a document. */
export interface ExpectedDocument {
  source: DemandSource;
  lines: readonly SupplyLine[];
}

/**
 * Expected supply, received and produced stock of other domains' documents, called inside their transaction. Provided
 * by inventory.
 */
export abstract class SupplyPort {
  static readonly providedBy: string = 'inventory';

  /** Sets the expected supply of documents; an empty list removes it. */
  abstract expectAll(ctx: PortContext, documents: readonly ExpectedDocument[]): Promise<void>;

  /** The same for one document. */
  expect(ctx: PortContext, source: DemandSource, lines: readonly SupplyLine[]): Promise<void> {
    return this.expectAll(ctx, [{ source, lines }]);
  }

  /**
   * Receives stock of lines: raises the received quantity of the supply and the stock, at the given cost. Answers one
   * row per receipt, in order.
   * @throws 400 for an item, unit, place or lot that does not fit; 409 `location_closed`, `item_not_stocked`,
   * `lot_expiry_differs`
   */
  abstract receive(ctx: PortContext, source: DemandSource, receipts: readonly SupplyReceipt[]): Promise<StockOfLine[]>;

  /** The same for produced stock: base units at an exact value. */
  abstract produce(ctx: PortContext, source: DemandSource, outputs: readonly ProducedStock[]): Promise<StockOfLine[]>;

  /** The same for returned goods, at the value of their issue. They are not reserved for any document. */
  abstract takeReturn(
    ctx: PortContext,
    source: DemandSource,
    returns: readonly ReturnedStock[],
  ): Promise<StockOfLine[]>;

  /**
   * Gives the remaining stock of these document lines its share of a new value; dates, places and promises stay, and
   * issued stock keeps its value. Answers one row per line, in order.
   */
  abstract revalue(
    ctx: PortContext,
    source: DemandSource,
    lines: readonly NewWorth[],
    reason?: string,
  ): Promise<StockLeft[]>;

  /**
   * Voids the receipts of these document lines (default: all), and the document's own moves that put them away; the
   * supply is expected again. Uses by other documents prevent it.
   * @throws 409 `receipt_in_use` with `details.uses` ({type, id, number, action, itemID, sku, quantity, unit}) if some
   * of it was used, moved on or is promised
   */
  abstract unreceive(
    ctx: PortContext,
    source: Pick<DemandSource, 'type' | 'id'>,
    lineIDs?: readonly string[],
    doneAt?: DoneAt,
  ): Promise<StockOfLine[]>;
}

/** A supplier of an item. */
export interface ItemSupplier {
  supplierID: string;
  number: string;
  name: string;
  supplierPartNumber: string | null;
}

/** Suppliers of items, for material requirements. Provided by commerce; used by inventory if it is present. */
export abstract class ItemSupplierPort {
  /** Active suppliers of each item, by name; items without suppliers are missing in the map. */
  abstract suppliersOf(ctx: PortContext, itemIDs: readonly string[]): Promise<Map<string, ItemSupplier[]>>;

  /** Items of these suppliers. */
  abstract itemsOf(ctx: PortContext, supplierIDs: readonly string[]): Promise<string[]>;
}
