import type { Big } from '@millwright/core/contracts';
import type { DemandLine, DemandSource, DoneAt, MovementAction, ServedShort } from '../../../../contracts/index.ts';
import type { Positions } from '../plan/positions.ts';
import type { LinePart } from '../plan/stock-book.ts';
import type { UnitSize } from './unit-size.ts';

/** Owner, place and lot of stock. */
interface StockPlace {
  /** Path of the line in the request, for field errors: `lines.3.quantity`. */
  path?: string | undefined;
  itemID: string;
  /** The account itself where no owner is named. */
  ownerID?: string | undefined;
  /** Absent: stock is added to the default place and taken from open places, the oldest first. */
  locationID?: string | undefined;
  /** For issued stock, absent is any lot and null is stock without lot. For received stock both mean no lot. */
  lotID?: string | null | undefined;
}

/** The amount as it was entered, if not in base units. */
interface EnteredAmount {
  measure?: Big | undefined;
  unitID?: string | undefined;
}

/** Facts of the layer of received stock. */
interface LayerFacts {
  /** Total value, exact. */
  value?: Big | undefined;
  /**
   * Cost per `costUnit`; absent: the average of the stock on hand, else the last cost, else the item's catalogue cost.
   */
  unitCost?: Big | undefined;
  /** Absent: the base unit. */
  costUnit?: UnitSize | undefined;
  receivedAt?: Date | undefined;
  /** The paper's number for people. */
  reference?: string | undefined;
}

/** Received (above 0) or issued (below 0) stock. */
export interface StockChange extends StockPlace, EnteredAmount, LayerFacts, DoneAt {
  /** Base units; 0 changes nothing. */
  quantity: Big;
  /** Line of the source. */
  lineID?: string | undefined;
  /** For issued stock: these places first, in order, then any open place. */
  from?: readonly string[] | undefined;
  /** For issued stock: the served line, whose reservation and allocations are used. */
  demand?: DemandLine | undefined;
  /** For received stock: the line of supply. */
  supply?: DemandLine | undefined;
  /** Damage and counts are facts: they may take stock that is promised to documents, which are then short. */
  allowPromised?: boolean | undefined;
}

/** A counted quantity: of a place, of a lot, or of the item in all places if no place is named. */
export interface StockTarget extends StockPlace, EnteredAmount, LayerFacts {
  /** Base units, 0 or more. */
  quantity: Big;
}

/** Stock that moves to another place with its dates and costs. */
export interface StockMove extends EnteredAmount {
  path?: string | undefined;
  itemID: string;
  ownerID?: string | undefined;
  fromLocationID: string;
  toLocationID: string;
  /** Absent: any lot; null: stock without lot. */
  lotID?: string | null | undefined;
  /** Base units, above 0. */
  quantity: Big;
  /** Line of the source. */
  lineID?: string | undefined;
  /**
   * The line that it is reserved for: stock allocated to the line goes first, and is allocated to it in the new place.
   */
  demand?: DemandLine | undefined;
  /** Whether the stock stays allocated in the new place; default true. */
  staysAllocated?: boolean | undefined;
  /** The line of supply that it fulfils. */
  supply?: DemandLine | undefined;
}

/** Stock to allocate to a line; always the account's own. */
export interface StockWish {
  path?: string | undefined;
  itemID: string;
  demand: DemandLine;
  /** Base units; absent: all that is reserved for the line and not yet allocated. */
  quantity?: Big | undefined;
  locationID?: string | undefined;
  lotID?: string | null | undefined;
  except?: readonly string[] | undefined;
}

/** Facts that all movements of an operation share. */
export interface StockAct extends DoneAt {
  source?: DemandSource | undefined;
  reason?: string | undefined;
}

export interface StockOperation extends StockAct {
  action: Exclude<MovementAction, 'move' | 'void'>;
  changes: readonly StockChange[];
  /** Given if several calls belong to one operation. */
  operationID?: string | undefined;
}

export interface StockTransfer extends StockAct {
  lines: readonly StockMove[];
}

/** A movement that was written. */
export interface WrittenMovement {
  id: string;
  operationID: string;
  itemID: string;
  ownerID: string;
  locationID: string;
  lotID: string | null;
  /** Base units, below 0 for issued stock. */
  quantity: Big;
  /** Value, below 0 for issued stock. */
  value: Big;
}

export interface StockResult {
  movements: readonly WrittenMovement[];
  /** Stock that each line took or added, by the line's index. */
  parts: ReadonlyMap<number, readonly LinePart[]>;
  /** The present positions of all named items; still locked. */
  positions: Positions;
  /** Waiting documents that the operation served. */
  served: readonly ServedShort[];
}
