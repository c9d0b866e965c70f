import { type Big, decimal, lesserOf, toColumn, zero } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import type { DocumentDemand, LinePromise } from '../../../../contracts/index.ts';
import { stockProblems } from '../../../../contracts/stock/ledger/stock-problems.ts';
import { cutBeyond } from '../../../stock/allocation/cut-allocations.ts';
import {
  type DemandRow,
  deleteDemand,
  demandOf,
  insertDemand,
  type NewDemand,
  newDemandRow,
  updateDemand,
  updateTurns,
} from '../../../stock/demand/demand-rows.ts';
import { freeExpiredHolds, serveShorts, takeFromCustomers } from '../../../stock/demand/serve-shorts.ts';
import {
  freeOf,
  lockPositions,
  type Position,
  type Positions,
  writePositions,
} from '../../../stock/ledger/plan/positions.ts';
import { lockHold, removeHold, takeHoldLines } from '../../hold/hold-lines.ts';
import { answerPromises } from '../promise.queries.ts';

export interface ReserveOptions {
  refuseShort?: boolean;
  holdID?: string | undefined;
  /** The hold is that of the one document, not of the acting person. */
  isDocumentHold?: boolean;
}

interface Wanted {
  document: DocumentDemand;
  lineID: string;
  itemID: string;
  quantity: Big;
  path: string | undefined;
}

const keyOf = (sourceType: string, sourceID: string, lineID: string): string => `${sourceType} ${sourceID} ${lineID}`;

const wantedOf = (documents: readonly DocumentDemand[]): Wanted[] =>
  documents.flatMap((document) =>
    document.lines
      .map(({ lineID, itemID, quantity, path }) => ({ document, lineID, itemID, quantity: decimal(quantity), path }))
      .filter(({ quantity }) => quantity.gt(zero)),
  );

async function rowsOf(ctx: AccountContext, documents: readonly DocumentDemand[]) {
  const rows: { key: string; row: DemandRow }[] = [];
  const known = documents.filter(({ isNew }) => !isNew);
  for (const [type, ofType] of Map.groupBy(known, ({ source }) => source.type))
    for (const row of await demandOf(ctx, { type, ids: ofType.map(({ source }) => source.id) }))
      rows.push({ key: keyOf(type, row.sourceID, row.lineID), row });
  return rows;
}

export const asPromise = ({ lineID, itemID, quantity, reserved }: DemandRow): LinePromise => ({
  lineID,
  itemID,
  quantity: toColumn(quantity, 6),
  reserved: toColumn(reserved, 6),
  short: toColumn(quantity.minus(reserved), 6),
});

/** What changed of the demand of documents, its positions locked; the amounts of the positions follow each step. */
class DemandChange {
  readonly #positions: Positions;
  readonly #stored: Map<string, DemandRow>;
  readonly deleted: DemandRow[] = [];
  readonly updated: DemandRow[] = [];
  readonly inserted: NewDemand[] = [];
  /** Rows of the wanted lines, in their order. */
  readonly rows: { wanted: Wanted; row: DemandRow }[] = [];

  constructor(positions: Positions, stored: readonly { key: string; row: DemandRow }[]) {
    this.#positions = positions;
    this.#stored = new Map(stored.map(({ key, row }) => [key, row]));
  }

  /**
   * Gives back what is wanted no more: before anything is taken, so that a document can move stock between its lines.
   */
  reduceReserved(wanted: readonly Wanted[]): void {
    const left = new Map(this.#stored);
    for (const each of wanted) {
      const key = keyOf(each.document.source.type, each.document.source.id, each.lineID);
      const row = left.get(key);
      if (!row || row.itemID !== each.itemID) continue;
      left.delete(key);
      const position = this.#positions.of(row.itemID);
      const kept = lesserOf(row.reserved, each.quantity);
      position.reserved = position.reserved.minus(row.reserved).plus(kept);
      position.demanded = position.demanded.minus(row.quantity).plus(each.quantity);
      if (!row.quantity.eq(each.quantity)) this.updated.push(row);
      row.quantity = each.quantity;
      row.reserved = kept;
    }
    for (const row of left.values()) {
      const position = this.#positions.of(row.itemID);
      position.reserved = position.reserved.minus(row.reserved);
      position.demanded = position.demanded.minus(row.quantity);
      row.reserved = zero;
      this.deleted.push(row);
    }
  }

  /** Rows that the documents had, as they are now; those that go have nothing reserved. */
  rowsBefore(): DemandRow[] {
    return [...this.#stored.values()];
  }

  /** What the lines want beyond what they have and what is free, by position. */
  lacking(wanted: readonly Wanted[]): { position: Position; quantity: Big }[] {
    const gone = new Set(this.deleted);
    const lacks = new Map<Position, Big>();
    for (const { document, lineID, itemID, quantity } of wanted) {
      const position = this.#positions.of(itemID);
      const stored = this.#stored.get(keyOf(document.source.type, document.source.id, lineID));
      const has = stored && !gone.has(stored) ? stored.reserved : zero;
      lacks.set(position, (lacks.get(position) ?? zero).plus(quantity).minus(has));
    }
    return [...lacks].map(([position, lack]) => ({ position, quantity: lack.minus(freeOf(position)) }));
  }

  /** Takes what is free, in the order of the lines. */
  take(wanted: readonly Wanted[]): void {
    const gone = new Set(this.deleted);
    const updated = new Set(this.updated);
    for (const each of wanted) {
      const { document, lineID, itemID, quantity } = each;
      const position = this.#positions.of(itemID);
      const stored = this.#stored.get(keyOf(document.source.type, document.source.id, lineID));
      const row = stored && !gone.has(stored) ? stored : newDemandRow(document.source, lineID, itemID, quantity);
      if (row !== stored) {
        position.demanded = position.demanded.plus(quantity);
        this.inserted.push({ document, row });
      }
      const taken = lesserOf(row.quantity.minus(row.reserved), freeOf(position));
      if (taken.gt(zero)) {
        row.reserved = row.reserved.plus(taken);
        position.reserved = position.reserved.plus(taken);
        if (row === stored && !updated.has(row)) {
          updated.add(row);
          this.updated.push(row);
        }
      }
      this.rows.push({ wanted: each, row });
    }
  }
}

/** 409 naming each line that is short, and when it will be there; portal customers are not told how much there is. */
async function refuseShortLines(
  ctx: AccountContext,
  rows: readonly { wanted: Wanted; row: DemandRow }[],
): Promise<void> {
  const short = rows.filter(({ row }) => row.reserved.lt(row.quantity));
  if (short.length === 0) return;
  const isTold = ctx.customerID === undefined;
  // What is stored is still as it was before the document wanted anything.
  const answers = await answerPromises(
    ctx,
    short.map(({ row: { itemID, quantity } }) => ({ itemID, quantity, on: null })),
  );
  const dateOf = (index: number): string | null => answers[index]?.firstDate ?? null;
  const amountOf = ({ reserved }: DemandRow): string =>
    isTold ? `Only ${reserved.toFixed()} in base units can be promised` : 'Not enough in stock';
  throw stockProblems.insufficient_stock({
    errors: short.map(({ wanted, row }, index) => ({
      path: wanted.path ?? wanted.lineID,
      message: `${amountOf(row)}${dateOf(index) ? `; all of it from ${dateOf(index)}` : ''}`,
    })),
    details: {
      lines: short.map(({ row }, index) => ({
        itemID: row.itemID,
        lineID: row.lineID,
        firstDate: dateOf(index),
        ...(isTold ? { available: row.reserved.toFixed(), short: row.quantity.minus(row.reserved).toFixed() } : {}),
      })),
    },
  });
}

/** New rows with the numbers of their documents; those that have none yet take one. */
async function numbered(rows: readonly NewDemand[]): Promise<NewDemand[]> {
  const named = new Map<DocumentDemand, DocumentDemand>();
  for (const { document } of rows) {
    const { source, takeNumber } = document;
    if (takeNumber && !named.has(document))
      named.set(document, { ...document, source: { ...source, number: await takeNumber() } });
  }
  return rows.map((each) => ({ ...each, document: named.get(each.document) ?? each.document }));
}

/**
 * Makes the demand of documents what is given. The caller holds the documents' own rows: what a document wants is
 * changed by one transaction at a time.
 */
export async function reserveDocuments(
  ctx: AccountContext,
  documents: readonly DocumentDemand[],
  { refuseShort = false, holdID, isDocumentHold = false }: ReserveOptions = {},
): Promise<Map<string, LinePromise>> {
  const wanted = wantedOf(documents);
  const hold =
    holdID === undefined
      ? undefined
      : await lockHold(ctx, holdID, isDocumentHold ? (documents[0]?.source.id ?? '') : undefined);
  const before = await rowsOf(ctx, documents);
  const positions = await lockPositions(
    ctx,
    [...wanted.map(({ itemID }) => itemID), ...before.map(({ row }) => row.itemID), ...(hold?.itemIDs ?? [])].map(
      (itemID) => ({ itemID }),
    ),
  );
  await freeExpiredHolds(ctx, positions.all());
  await serveShorts(ctx, positions.all());
  if (hold) {
    await takeHoldLines(ctx, hold, positions);
    await removeHold(ctx, hold.id);
  }
  // Others may have been served, or cut, until the positions were locked.
  const change = new DemandChange(positions, before.length ? await rowsOf(ctx, documents) : []);
  change.reduceReserved(wanted);
  await cutBeyond(ctx, change.rowsBefore(), positions);
  await takeFromCustomers(ctx, change.lacking(wanted));
  change.take(wanted);
  if (refuseShort) await refuseShortLines(ctx, change.rows);
  await deleteDemand(ctx, change.deleted);
  await updateDemand(ctx, change.updated);
  await insertDemand(ctx, await numbered(change.inserted));
  if (before.length) await updateTurns(ctx, documents);
  await serveShorts(ctx, positions.all());
  await writePositions(ctx, positions.all());
  return new Map(change.rows.map(({ row }) => [row.lineID, asPromise(row)]));
}

/** Gives back what documents had; they want nothing any more. */
export async function releaseDocuments(ctx: AccountContext, type: string, ids: readonly string[]): Promise<void> {
  const before = await demandOf(ctx, { type, ids });
  if (before.length === 0) return;
  const positions = await lockPositions(ctx, before);
  await freeExpiredHolds(ctx, positions.all());
  const rows = await demandOf(ctx, { type, ids });
  for (const row of rows) {
    const position = positions.of(row.itemID);
    position.reserved = position.reserved.minus(row.reserved);
    position.demanded = position.demanded.minus(row.quantity);
  }
  await cutBeyond(
    ctx,
    rows.map((row) => Object.assign(row, { reserved: zero })),
    positions,
  );
  await deleteDemand(ctx, rows);
  await serveShorts(ctx, positions.all());
  await writePositions(ctx, positions.all());
}

/** Gives back a hold of the acting person, or of a document. */
export async function releaseHold(ctx: AccountContext, holdID: string, documentID?: string): Promise<boolean> {
  const hold = await lockHold(ctx, holdID, documentID);
  if (!hold) return false;
  const positions = await lockPositions(
    ctx,
    hold.itemIDs.map((itemID) => ({ itemID })),
  );
  await takeHoldLines(ctx, hold, positions);
  await removeHold(ctx, hold.id);
  await freeExpiredHolds(ctx, positions.all());
  await serveShorts(ctx, positions.all());
  await writePositions(ctx, positions.all());
  return true;
}
