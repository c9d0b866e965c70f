import type { PortContext } from '@millwright/core/contracts';
import type { DoneAt, StockKeys } from './stock-step.ts';

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
   * keeps the others waiting. Asked at most once, and not where nothing is promised; else `source.number` counts.
   */
  takeNumber?: () => Promise<string>;
  /** It was entered in this transaction: nothing can be promised to it yet. */
  isNew?: boolean;
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

/**
 * A line of a document that wants stock, where it is not the acting document itself: of the order, for its shipment.
 */
export interface DemandLine {
  type: string;
  id: string;
  lineID: string;
}

/** Stock of one place and lot that is set aside for a line of a document: planned for it, or picked and waiting. */
export interface AllocatedStock {
  /** `all_...`; one a line, place and lot. */
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

/** Stock to be set aside for a line that has it reserved. */
export interface AllocationWish {
  lineID: string;
  /** What the line wants, where the caller knows it: else it is looked up. */
  itemID?: string | undefined;
  /** Base units. Absent: all that is reserved for the line and not set aside yet. */
  quantity?: string | undefined;
  /** Absent: any open place. */
  locationID?: string | undefined;
  /** Absent: any lot that has not expired; null: stock without lot. */
  lotID?: string | null | undefined;
  /** Places that are passed over: the one that was found empty. */
  exceptLocationIDs?: readonly string[] | undefined;
  /** Where the line stands in the request, for the field error. */
  path?: string | undefined;
}

/** Stock that leaves for a document, or is used up. */
export interface StockIssue extends DoneAt {
  itemID: string;
  /** Base units, above 0. */
  quantity: string;
  /** Only from this place: a packing place, or any that is named. */
  locationID?: string | undefined;
  /** From these places in their order, then from any open place. */
  from?: readonly string[] | undefined;
  /** Absent: any lot, the first to expire first, then the oldest stock; null: stock without lot. */
  lotID?: string | null | undefined;
  /** Line of the acting document: named in the answer and on the movements. */
  lineID?: string | undefined;
  /**
   * The demand that it serves, where that is not `lineID` of the acting document: its reservation and what is set aside
   * for it go along, and it shrinks.
   */
  demand?: DemandLine | undefined;
  path?: string | undefined;
}

/** Stock that goes to another place with its dates, lots and costs. */
export interface StockRelocation {
  /** Line of the acting document: named in the answer and on the movements. */
  lineID: string;
  itemID: string;
  /** Base units, above 0. */
  quantity: string;
  fromLocationID: string;
  toLocationID: string;
  /** Absent: any lot, the first to expire first; null: stock without lot. */
  lotID?: string | null | undefined;
  /**
   * The line that the goods are reserved for: what is set aside for it is taken first, and where they go they are set
   * aside for it. A pick takes goods to packing this way, and puts them back. Without, only what nobody has set aside
   * moves.
   */
  demand?: DemandLine | undefined;
  /** With `demand`: whether the goods stay set aside where they go; true where nothing is said. */
  staysAllocated?: boolean | undefined;
  /** The supply that it fulfils: goods that waited at the dock for being stocked. */
  supply?: DemandLine | undefined;
  path?: string | undefined;
}

/** What one line of an issue, move or receipt did. Base units and values are decimal texts, exact. */
export interface StockOfLine {
  lineID: string;
  quantity: string;
  /** Six decimals; sums of these are what the layers lost or got. */
  value: string;
  /** By lot and place; stock without lot has nulls. */
  lots: readonly {
    lotID: string | null;
    lotNumber: string | null;
    expiresOn: string | null;
    /** Where it was taken from, or, of a receipt, where it came to. */
    locationID: string;
    quantity: string;
    value: string;
  }[];
}

/** Stock that was reserved for a line of a document that was short of it. Base units, decimal text. */
export interface ServedShort extends DemandLine {
  /** Of the document, as people know it. */
  number: string;
  itemID: string;
  quantity: string;
}

/** A place where goods could be put. */
export interface PlaceProposal {
  id: string;
  /** 'Tool Crib / A / 1' */
  name: string;
  /** Most of the item lies `here`, it did so `last`, or it is the account's `default`. */
  why: 'here' | 'last' | 'default';
}

/** Places that the work of a warehouse needs; the first of each type counts, and is made when it is first asked for. */
export type WorkPlaceType = 'packing' | 'dock' | 'quarantine';

/** Stock that is set aside while the customer of a document pays for it. */
export interface StockHold {
  /** `hold_...`, made by the caller. */
  holdID: string;
  documentID: string;
  customerID: string;
  lines: readonly { itemID: string; quantity: { measure: number; unitID: string } }[];
  seconds: number;
  /** Total of the customer's largest order, as decimal text: what may be held follows from it. */
  largestOrder: string;
}

/** Stock as other domains promise and use it, inside their own transaction. Provided by inventory. */
export abstract class StockPort {
  static readonly providedBy: string = 'inventory';

  /**
   * Holds stock until the transaction ends, in the order that everybody keeps: supply, places, positions. For steps
   * that promise, take and bring in several calls: those wait for nobody then. The caller holds the documents.
   */
  abstract hold(ctx: PortContext, keys: StockKeys): Promise<void>;

  /**
   * Makes the demand of these documents what is given: lines that are missing give their stock back, new and larger
   * ones take what is free, in the order given. What is not free stays short until stock comes, unless `refuseShort`.
   * `holdID` names the hold of the person that the document replaces: its stock goes to the documents first and the
   * rest is freed. What is set aside for a line beyond what it keeps comes free (`inventory.allocation.cut`).
   * @throws 409 `insufficient_stock` with one entry per short line where `refuseShort`; nothing is reserved then
   */
  abstract reserve(
    ctx: PortContext,
    documents: readonly DocumentDemand[],
    options?: { refuseShort?: boolean; holdID?: string | undefined; isDocumentHold?: boolean },
  ): Promise<Map<string, LinePromise>>;

  /**
   * Holds stock for a document whose customer is about to pay for it, as far as it is free and as far as the people of
   * a customer may hold; nothing can renew it. `reserve` of that one document takes it over with `isDocumentHold`.
   * @throws 409 `holds_beyond_orders`, `holding_too_long`
   */
  abstract holdForDocument(ctx: PortContext, hold: StockHold): Promise<void>;

  /**
   * Gives back what these documents had, and what was set aside for them; they want nothing any more. Freed stock
   * serves the shorts of others.
   */
  abstract release(ctx: PortContext, sourceType: string, sourceIDs: readonly string[]): Promise<void>;

  /** Gives back a hold of the acting person, or of a document; one that is gone is as good. */
  abstract releaseHold(ctx: PortContext, holdID: string, documentID?: string): Promise<void>;

  /** What the lines of these documents want and have, by line id; lines without demand are missing. */
  abstract promisesOf(
    ctx: PortContext,
    sourceType: string,
    sourceIDs: readonly string[],
  ): Promise<Map<string, LinePromise>>;

  /** What there is of these items, by item id; one statement for any number. */
  abstract availabilityOf(ctx: PortContext, itemIDs: readonly string[]): Promise<Map<string, ItemAvailability>>;

  /**
   * Of each item what is free now and the first day on which the quantity can be promised, null where nothing that is
   * expected covers it; in the order asked. Base units.
   */
  abstract firstDatesOf(
    ctx: PortContext,
    wanted: readonly { itemID: string; quantity: string }[],
  ): Promise<{ itemID: string; availableToPromise: string; firstDate: string | null }[]>;

  /**
   * Sets stock aside for lines of documents, in the order given, as far as it is reserved for them: lots by expiry
   * (expired ones never), then the oldest, in as few places as that allows. What is not there stays reserved without
   * place. Answers what was set aside by this call, one row a line, place and lot, with the sum of the row.
   * @throws 400 for a place or lot that is not there; 409 `location_closed`; 409 `lot_expired`; 409
   * `insufficient_stock` where a place was named and has less than `quantity`, 409 `not_reserved` where more was asked
   * for than is reserved for the line and not set aside
   */
  abstract allocate(
    ctx: PortContext,
    documents: readonly { source: Pick<DemandSource, 'type' | 'id'>; lines: readonly AllocationWish[] }[],
  ): Promise<AllocatedStock[]>;

  /**
   * Gives up what was set aside, all of it or the quantity named. The stock stays reserved for the line, unless it lies
   * in a place that nothing is promised from (picked goods): then the line is short of it, and nobody has it.
   */
  abstract free(
    ctx: PortContext,
    allocations: readonly { allocationID: string; quantity?: string | undefined }[],
  ): Promise<void>;

  /** What is set aside for these documents, by document, line, place and lot. */
  abstract allocationsOf(ctx: PortContext, sourceType: string, sourceIDs: readonly string[]): Promise<AllocatedStock[]>;

  /**
   * Takes stock to other places, all lines or none. Answers a row for each line, in their order.
   * @throws 409 `insufficient_stock` where a place has less, or less that nobody else has set aside; `location_closed`
   */
  abstract move(
    ctx: PortContext,
    source: DemandSource,
    lines: readonly StockRelocation[],
    options?: { reason?: string | undefined },
  ): Promise<StockOfLine[]>;

  /** `move` of goods that waited at the dock; answers whose shorts they served, by item, who was first before. */
  abstract putAway(
    ctx: PortContext,
    source: DemandSource,
    lines: readonly StockRelocation[],
  ): Promise<readonly ServedShort[]>;

  /** Open places for each of these items, at most one of a kind, the best first; any number in one statement. */
  abstract proposePlaces(ctx: PortContext, itemIDs: readonly string[]): Promise<Map<string, PlaceProposal[]>>;

  /**
   * Takes stock out: shipped for a document, or consumed. Serves the demand of its line first, and takes what is set
   * aside for it first. Answers a row for each line, in their order.
   * @throws 409 `insufficient_stock` where the place, or what is free of the item, has less; 409 `lot_expired`
   */
  abstract issue(
    ctx: PortContext,
    action: 'ship' | 'consume',
    source: DemandSource,
    issues: readonly StockIssue[],
  ): Promise<StockOfLine[]>;

  /**
   * Mirrors what left for these lines of a document (all its lines where none are named) and was not mirrored yet: it
   * comes back to the places, lots and layers that it left. `demands` are the documents that it left for, with all that
   * they want from now on: their lines get back the reservation of what came back, set aside where it lies. Without
   * them it comes back as nobody's. Answers what came back, a row a line.
   * @throws 409 `location_closed`
   */
  abstract giveBack(
    ctx: PortContext,
    source: Pick<DemandSource, 'type' | 'id'>,
    lineIDs?: readonly string[],
    demands?: readonly DocumentDemand[],
    doneAt?: DoneAt,
  ): Promise<StockOfLine[]>;

  /** The place where goods wait that are packed, have just come, or are not to be used; made where there is none. */
  abstract defaultPlace(ctx: PortContext, type: WorkPlaceType): Promise<{ id: string; name: string }>;
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
  /** In base units: what of it came while it was not expected, as of an order that was closed; nothing by default. */
  came?: string;
}

/** Stock of a line that has come. */
export interface SupplyReceipt {
  /** Line of the acting document: named in the answer and on the movements. */
  lineID: string;
  itemID: string;
  measure: string;
  unitID: string;
  /** Of one `unitID`; or, exact, `value` of all of it. */
  unitCost?: string | undefined;
  /** Decimal text of at most six decimals; counts before `unitCost`. One of both is given. */
  value?: string | undefined;
  /**
   * Absent: the default place. In a place that nothing is promised from the supply stays open, due today at the
   * latest.
   */
  locationID?: string | undefined;
  /** A lot that the item does not have yet is made. */
  lotNumber?: string | undefined;
  /** ISO date, for a lot that is made or has none yet. */
  expiresOn?: string | undefined;
  /** Now where nothing is said; not in the future. */
  receivedAt?: Date | undefined;
  /** What the layers are found by, as people call it; the number of the acting document where nothing is said. */
  reference?: string | undefined;
  /**
   * The supply that it fulfils, where that is not `lineID` of the acting document: the order's line, for a delivery.
   */
  supply?: DemandLine | undefined;
  /** Where the line stands in the request, for the field error. */
  path?: string | undefined;
}

/** What a batch brought into stock. */
export interface ProducedStock extends DoneAt {
  lineID: string;
  itemID: string;
  /** Base units, above 0. */
  quantity: string;
  /** Of all of it: decimal text of at most six decimals. */
  value: string;
  /** Absent: the default place. */
  locationID?: string | undefined;
  lotNumber?: string | undefined;
  /** ISO date, for a lot that is made or has none yet. */
  expiresOn?: string | undefined;
  /** The supply that it fulfils, where that is not `lineID` of the acting document. */
  supply?: DemandLine | undefined;
  path?: string | undefined;
}

/** Goods that had left and come back. */
export interface ReturnedStock extends Omit<ProducedStock, 'supply' | 'scanningStation'> {
  /** What layers are found by: the invoice that it was billed with. */
  reference?: string | undefined;
}

/** What all that came in for a line of a document is worth from now on. */
export interface NewWorth {
  lineID: string;
  /** Decimal text, exact. */
  value: string;
}

/** What of that is still in the stock, wherever it was moved to. Decimal texts in base units. */
export interface StockLeft {
  lineID: string;
  quantity: string;
  /** Before and after. */
  valueBefore: string;
  value: string;
}

/** What a document will bring. */
export interface ExpectedDocument {
  source: DemandSource;
  lines: readonly SupplyLine[];
}

/**
 * Documents of other domains that will bring stock tell it here, inside their own transaction. Provided by inventory.
 */
export abstract class SupplyPort {
  static readonly providedBy: string = 'inventory';

  /** Makes the expected supply of documents what is given; an empty list takes all of it away. */
  abstract expectAll(ctx: PortContext, documents: readonly ExpectedDocument[]): Promise<void>;

  /** The same of one document. */
  expect(ctx: PortContext, source: DemandSource, lines: readonly SupplyLine[]): Promise<void> {
    return this.expectAll(ctx, [{ source, lines }]);
  }

  /**
   * Stock of lines has come: raises what was received of the supply and of the stock, at the cost given, in one step.
   * Answers a row for each receipt, in their order.
   * @throws 400 for an item, unit, place or lot that does not fit; 409 `location_closed`, `item_not_stocked`,
   * `lot_expiry_differs`
   */
  abstract receive(ctx: PortContext, source: DemandSource, receipts: readonly SupplyReceipt[]): Promise<StockOfLine[]>;

  /** The same for what was made: base units at an exact value. */
  abstract produce(ctx: PortContext, source: DemandSource, outputs: readonly ProducedStock[]): Promise<StockOfLine[]>;

  /** The same for goods that had left and come back, at the value that they left with. They are nobody's. */
  abstract takeReturn(
    ctx: PortContext,
    source: DemandSource,
    returns: readonly ReturnedStock[],
  ): Promise<StockOfLine[]>;

  /**
   * Gives what is left of the goods that came in by these lines of a document its share of another value, with its
   * dates, places and promises as they are; what has left keeps the value that it left with. Answers a row for each
   * line, in their order.
   */
  abstract revalue(
    ctx: PortContext,
    source: DemandSource,
    lines: readonly NewWorth[],
    reason?: string,
  ): Promise<StockLeft[]>;

  /**
   * Mirrors what came in by these lines of a document (all where none are named), and the moves of the same document
   * that stocked it; it is expected again. What other documents did with it stays in the way.
   * @throws 409 `receipt_in_use` with `details.uses` ({type, id, number, action, itemID, sku, quantity, unit}) where
   * something of it was used, moved on or is promised
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

/** Who supplies what, as material needs show it. Consumed by inventory where it is provided; provided by commerce. */
export abstract class ItemSupplierPort {
  /** Active suppliers of each item, by name; items without are missing in the map. */
  abstract suppliersOf(ctx: PortContext, itemIDs: readonly string[]): Promise<Map<string, ItemSupplier[]>>;

  /** Items that these suppliers supply. */
  abstract itemsOf(ctx: PortContext, supplierIDs: readonly string[]): Promise<string[]>;
}
