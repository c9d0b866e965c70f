import { type Big, decimal, greaterOf, lesserOf, zero } from '@millwright/core/contracts';
import { type AccountContext, listed, sql } from '@millwright/core/server';
import type { DemandLine, DocumentDemand } from '../../../contracts/index.ts';
import {
  asDemand,
  type DemandRow,
  deleteDemand,
  insertDemand,
  type NewDemand,
  newDemandRow,
  type SourceKeys,
  updateDemand,
  updateTurns,
} from '../demand/demand-rows.ts';
import type { Position, Positions } from '../ledger/plan/positions.ts';
import { type AllocationRow, asAllocation, newAllocation, writeAllocations } from './allocation-rows.ts';

const keyOf = ({ type, id, lineID }: DemandLine): string => `${type} ${id} ${lineID}`;
const lineOf = ({
  sourceType,
  sourceID,
  lineID,
}: Pick<DemandRow, 'sourceType' | 'sourceID' | 'lineID'>): DemandLine => ({
  type: sourceType,
  id: sourceID,
  lineID,
});

/** An allocation that an operation cut, beyond the stock that the operation itself used. */
export interface CutAllocation {
  row: AllocationRow;
  quantity: Big;
}

type ServedRow = Omit<DemandRow, 'quantity' | 'reserved' | 'allocated'> & {
  quantity: string;
  reserved: string;
  allocated: string;
  /** Null for a row of `demand`; a row of `allocation` has its place. */
  locationID: string | null;
  lotID: string | null;
};

/** Demand and allocations of these documents in one statement, the oldest allocation first. */
async function readServed(ctx: AccountContext, { type, ids }: SourceKeys) {
  const { rows } = await sql<ServedRow>`select demand.id, demand.item_id as "itemID",
      demand.source_type as "sourceType", demand.source_id as "sourceID", demand.line_id as "lineID",
      demand.quantity, demand.reserved, demand.allocated, null as "locationID", null as "lotID",
      null::timestamptz as made_at
    from inventory.demand demand
    where demand.account_id = ${ctx.account.id} and demand.source_type = ${type}
      and demand.source_id = any(${listed(ids)})
    union all
    select allocation.id, allocation.item_id, allocation.source_type, allocation.source_id, allocation.line_id,
      allocation.quantity, 0, 0, allocation.location_id, allocation.lot_id, allocation.created_at
    from inventory.allocation allocation
    where allocation.account_id = ${ctx.account.id} and allocation.source_type = ${type}
      and allocation.source_id = any(${listed(ids)})
    order by made_at nulls first, "sourceID", "lineID", id`.execute(ctx.em.query());
  return {
    demand: rows.flatMap((row) => (row.locationID === null ? asDemand(row) : [])),
    allocations: rows.flatMap(({ locationID, reserved: _, allocated: __, ...row }) =>
      locationID === null ? [] : asAllocation({ ...row, locationID }),
    ),
  };
}

/**
 * The document lines that an operation serves, with their reservations and allocations, under the lock of their
 * positions. Changes are stored at the end, with the balances.
 */
export class ServedLines {
  readonly #rows: Map<string, DemandRow>;
  readonly #amounts: Map<DemandRow, string>;
  readonly #allocations: Map<string, AllocationRow[]>;
  readonly #new: NewDemand[] = [];
  readonly #turns: DocumentDemand[] = [];

  constructor(rows: readonly DemandRow[], allocations: readonly AllocationRow[]) {
    this.#rows = new Map(rows.map((row) => [keyOf(lineOf(row)), row]));
    this.#amounts = new Map(rows.map((row) => [row, textOf(row)]));
    this.#allocations = Map.groupBy(allocations, (row) => keyOf(lineOf(row)));
  }

  /** All demand and allocations of the documents of these lines. */
  static async read(ctx: AccountContext, lines: readonly DemandLine[]): Promise<ServedLines> {
    const read = await Promise.all(
      [...Map.groupBy(lines, ({ type }) => type)].map(([type, same]) =>
        readServed(ctx, { type, ids: [...new Set(same.map(({ id }) => id))] }),
      ),
    );
    return new ServedLines(
      read.flatMap(({ demand }) => demand),
      read.flatMap(({ allocations }) => allocations),
    );
  }

  demandOf(line: DemandLine): DemandRow | undefined {
    return this.#rows.get(keyOf(line));
  }

  /** Allocations of a line, the oldest first. */
  allocationsOf(line: DemandLine): AllocationRow[] {
    return (this.#allocations.get(keyOf(line)) ?? []).filter(({ quantity }) => quantity.gt(zero));
  }

  /** Allocations of all lines. */
  allocations(): AllocationRow[] {
    return [...this.#allocations.values()].flat();
  }

  /** Allocates more to a line, or less with a negative quantity. */
  setAside(
    line: DemandLine,
    stock: Pick<AllocationRow, 'itemID' | 'locationID' | 'lotID'>,
    quantity: Big,
  ): AllocationRow {
    const lineAllocations = this.#allocations.get(keyOf(line)) ?? [];
    let row = lineAllocations.find(({ locationID, lotID }) => locationID === stock.locationID && lotID === stock.lotID);
    if (!row) {
      row = newAllocation(line, stock);
      this.#allocations.set(keyOf(line), [...lineAllocations, row]);
    }
    row.quantity = row.quantity.plus(quantity);
    const demand = this.demandOf(line);
    if (demand) demand.allocated = demand.allocated.plus(quantity);
    return row;
  }

  /** Sets a document's demand to the given lines; reservations beyond the new demand are released. */
  want(document: DocumentDemand, positions: Positions): void {
    const { type, id } = document.source;
    const wanted = new Map(
      document.lines
        .filter(({ quantity }) => decimal(quantity).gt(zero))
        .map((line) => [keyOf({ type, id, lineID: line.lineID }), line]),
    );
    for (const [key, row] of this.#rows) {
      if (row.sourceType !== type || row.sourceID !== id) continue;
      const line = wanted.get(key);
      const quantity = line?.itemID === row.itemID ? decimal(line.quantity) : zero;
      if (line?.itemID === row.itemID) wanted.delete(key);
      const position = positions.of(row.itemID);
      const reserved = lesserOf(row.reserved, quantity);
      position.reserved = position.reserved.minus(row.reserved).plus(reserved);
      position.demanded = position.demanded.minus(row.quantity).plus(quantity);
      Object.assign(row, { quantity, reserved });
    }
    for (const [key, { lineID, itemID, quantity }] of wanted) {
      const row = newDemandRow({ type, id }, lineID, itemID, decimal(quantity));
      const position = positions.of(itemID);
      position.demanded = position.demanded.plus(row.quantity);
      this.#rows.set(key, row);
      this.#new.push({ document, row });
    }
    this.#turns.push(document);
  }

  /** The reserved quantity of a line that is not allocated yet. */
  openOf(line: DemandLine): Big {
    const demand = this.demandOf(line);
    return demand ? greaterOf(demand.reserved.minus(demand.allocated), zero) : zero;
  }

  /** Serves a line: its demand falls by the quantity, and so does its reservation as far as it has one. */
  serve(line: DemandLine, itemID: string, quantity: Big, position: Position): void {
    const row = this.demandOf(line);
    if (row?.itemID !== itemID) return;
    const [used, served] = [lesserOf(quantity, row.reserved), lesserOf(quantity, row.quantity)];
    row.reserved = row.reserved.minus(used);
    row.quantity = row.quantity.minus(served);
    position.reserved = position.reserved.minus(used);
    position.demanded = position.demanded.minus(served);
  }

  /** Takes a reservation away from a line; its demand stays. */
  unreserve(line: DemandLine, quantity: Big, position: Position): void {
    const row = this.demandOf(line);
    if (!row) return;
    const lost = lesserOf(quantity, row.reserved);
    row.reserved = row.reserved.minus(lost);
    position.reserved = position.reserved.minus(lost);
  }

  /** Reserves returned stock for a line again, at most what the line still lacks. Answers the reserved quantity. */
  restore(line: DemandLine, quantity: Big, position: Position): Big {
    const row = this.demandOf(line);
    if (!row) return zero;
    const gained = lesserOf(quantity, row.quantity.minus(row.reserved));
    row.reserved = row.reserved.plus(gained);
    position.reserved = position.reserved.plus(gained);
    return gained;
  }

  /**
   * Cuts allocations beyond the reservation of their line, the youngest planned ones first. `release` updates the
   * balance.
   */
  settle(isPlanned: (row: AllocationRow) => boolean, release: (row: AllocationRow, quantity: Big) => void) {
    const cuts: CutAllocation[] = [];
    for (const demand of this.#rows.values()) {
      if (demand.allocated.lte(demand.reserved)) continue;
      const rows = this.allocationsOf(lineOf(demand)).toReversed();
      for (const row of [...rows.filter(isPlanned), ...rows.filter((each) => !isPlanned(each))]) {
        const over = demand.allocated.minus(demand.reserved);
        if (over.lte(zero)) break;
        const quantity = lesserOf(over, row.quantity);
        this.setAside(lineOf(demand), row, zero.minus(quantity));
        release(row, quantity);
        cuts.push({ row, quantity });
      }
    }
    return cuts;
  }

  /** Whether more is allocated to a line than it has reserved. */
  isBeyond(line: DemandLine): boolean {
    const demand = this.demandOf(line);
    return demand?.allocated.gt(demand.reserved) ?? false;
  }

  /** Stores the changes. */
  async write(ctx: AccountContext): Promise<void> {
    const changed = [...this.#amounts].flatMap(([row, before]) => (before === textOf(row) ? [] : row));
    await deleteDemand(
      ctx,
      changed.filter(({ quantity }) => quantity.eq(zero)),
    );
    await updateDemand(
      ctx,
      changed.filter(({ quantity }) => quantity.gt(zero)),
    );
    await insertDemand(ctx, this.#new);
    await updateTurns(ctx, this.#turns);
    await writeAllocations(ctx, this.allocations());
  }
}

const textOf = ({ quantity, reserved, allocated }: DemandRow): string => [quantity, reserved, allocated].join(' ');
