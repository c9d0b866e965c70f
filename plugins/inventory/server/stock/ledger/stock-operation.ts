import type { Big } from '@millwright/core/contracts';
import type { DemandLine, DemandSource, DoneAt, MovementAction, ServedShort } from '../../../contracts/index.ts';
import type { Positions } from './positions.ts';
import type { LinePart } from './stock-plan.ts';

/** Whose stock it is, where it lies and what lot it is of. */
interface StockPlace {
  /** Where the line stands in the request, for the field error: `lines.3.quantity`. */
  path?: string | undefined;
  itemID: string;
  /** The account itself where no owner is named. */
  ownerID?: string | undefined;
  /** Absent: stock comes to the default place and leaves open places, the oldest first. */
  locationID?: string | undefined;
  /** Of what leaves: absent is any lot, null is stock without lot. Of what comes: absent and null are the same. */
  lotID?: string | null | undefined;
}

/** The amount as it was entered, where it was not in base units. */
interface EnteredAmount {
  measure?: Big | undefined;
  unitID?: string | undefined;
}

/** A unit: so many base units as a fraction. */
export interface UnitSize {
  numerator: Big;
  denominator: Big;
}

/** What the layer is given that comes in. */
interface LayerFacts {
  /** Of all of it, exact. */
  value?: Big | undefined;
  /** Of one `costUnit`; absent: the average of what is there, else what the last cost, else the cost of the item. */
  unitCost?: Big | undefined;
  /** The base unit where nothing is said. */
  costUnit?: UnitSize | undefined;
  receivedAt?: Date | undefined;
  /** What it came with, as people call it. */
  reference?: string | undefined;
}

/** Stock that comes (above 0) or leaves (below 0). */
export interface StockChange extends StockPlace, EnteredAmount, LayerFacts, DoneAt {
  /** Base units; a change of 0 is none. */
  quantity: Big;
  /** Line of the source. */
  lineID?: string | undefined;
  /** What leaves: from these places first, in their order, then from any open one. */
  from?: readonly string[] | undefined;
  /** What leaves: the line that it serves, with what is reserved and set aside for it. */
  demand?: DemandLine | undefined;
  /** What comes: the line of supply that it fulfils. */
  supply?: DemandLine | undefined;
  /** Damage and counts are facts: they may take what is promised to others, who are then short. */
  allowPromised?: boolean | undefined;
}

/** What was counted: of a place, of a lot, or of the item in all places where no place is named. */
export interface StockTarget extends StockPlace, EnteredAmount, LayerFacts {
  /** Base units, 0 or more. */
  quantity: Big;
}

/** Stock that goes to another place with its dates and costs. */
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
  /** The line that it is reserved for: what is set aside for it goes first, and is set aside where it comes to. */
  demand?: DemandLine | undefined;
  /** Whether it is set aside where it comes to; true where nothing is said. */
  staysAllocated?: boolean | undefined;
  /** The line of supply that it fulfils. */
  supply?: DemandLine | undefined;
}

/** Stock to be set aside for a line; always the account's own. */
export interface StockWish {
  path?: string | undefined;
  itemID: string;
  demand: DemandLine;
  /** Base units; absent: all that is reserved for the line and not set aside. */
  quantity?: Big | undefined;
  locationID?: string | undefined;
  lotID?: string | null | undefined;
  except?: readonly string[] | undefined;
}

/** What all movements of an operation say about it. */
export interface StockAct extends DoneAt {
  source?: DemandSource | undefined;
  reason?: string | undefined;
}

export interface StockOperation extends StockAct {
  action: Exclude<MovementAction, 'move' | 'void'>;
  changes: readonly StockChange[];
  /** Given where several calls are one act. */
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
  /** Base units, below 0 for what left. */
  quantity: Big;
  /** What it was worth, below 0 for what left. */
  value: Big;
}

export interface StockResult {
  movements: readonly WrittenMovement[];
  /** What each line took or brought, by its place among the lines. */
  parts: ReadonlyMap<number, readonly LinePart[]>;
  /** The positions of all items that were named, as they are now; still locked. */
  positions: Positions;
  /** Whose shorts it served. */
  served: readonly ServedShort[];
}
