import { decimal, isoDate, problems, startOfDayIn } from '@millwright/core/contracts';
import { type AccountContext, portFor, sql, todayOf } from '@millwright/core/server';
import {
  type BooksPort,
  type CataloguePort,
  type ConsumeInventoryInput,
  type CreateInventoryReceiptInput,
  expectedReceiptType,
  type InventoryChangeLog,
  type ItemInventory,
  type MoveInventoryInput,
  type ReceiveInventoryInput,
  type RevalueItemInput,
  stockProblems,
  type UpdateItemInventoryInput,
} from '../../../../contracts/index.ts';
import { countStock } from '../../count/judge-counts.ts';
import { lotKey, lotsOf } from '../../lot/lots-of.ts';
import { revalueOwnStock } from '../operation/revalue-stock.ts';
import { applyStock, moveStock } from '../operation/stock-ledger.ts';
import type { StockResult } from '../operation/stock-operation.ts';
import { resolveStock } from '../operation/stock-references.ts';
import { voidMovements } from '../operation/void-movements.ts';
import { lockPositions } from '../plan/positions.ts';
import { holdLocations } from '../plan/stock-facts.queries.ts';
import { inventoryChangeLogsByID, inventoryChangeLogView } from './inventory-change-log.queries.ts';
import { itemInventoryOf } from './item-inventory.queries.ts';

const lineAt = (index: number): string => `lines.${index}`;

/** Stock changes entered by people: counts, receipts, moves and uses. */
export class InventoryChangeService {
  readonly #catalogue: CataloguePort;
  readonly #books: BooksPort | undefined;

  constructor(catalogue: CataloguePort, books: BooksPort | undefined) {
    this.#catalogue = catalogue;
    this.#books = books;
  }

  /** Counts or corrects the stock of an item. */
  async change(ctx: AccountContext, itemID: string, input: UpdateItemInventoryInput): Promise<ItemInventory> {
    const { inventoryChange, reconcile, customerID, storageLocationID, lotNumber, unitCost, reason, version } = input;
    const measure = typeof inventoryChange === 'number' ? inventoryChange : inventoryChange.measure;
    if (reconcile && measure < 0)
      throw problems.invalid_input({ errors: [{ path: 'inventoryChange', message: 'Must be at least 0' }] });
    const before = await itemInventoryOf(ctx, itemID);
    const [resolved] = await resolveStock(
      ctx,
      this.#catalogue,
      [{ itemID, quantity: inventoryChange, customerID, locationIDs: { storageLocationID }, lotNumber, unitCost }],
      { field: 'inventoryChange', makeLots: measure > 0 },
    );
    if (!resolved) throw problems.not_found();
    if (version !== undefined) {
      await holdLocations(ctx, storageLocationID ? [storageLocationID] : []);
      await this.#expectVersion(ctx, itemID, resolved.ownerID, version);
    }
    const line = { ...resolved, locationID: storageLocationID ?? undefined };
    if (reconcile) await countStock(ctx, line, reason);
    else await applyStock(ctx, { action: 'adjust', changes: [{ ...line, allowPromised: true }], reason });
    return itemInventoryOf(ctx, before.item.id, resolved.ownerID);
  }

  /** Revalues the remaining stock of an item. */
  async revalue(ctx: AccountContext, itemID: string, input: RevalueItemInput) {
    const { unitCost, lotNumber, reason } = input;
    await itemInventoryOf(ctx, itemID);
    await this.#requireOpenBooks(ctx);
    const lot = lotNumber ? { itemID, lotNumber } : undefined;
    const lotID = lot && (await lotsOf(ctx, [lot], { create: false })).get(lotKey(lot));
    if (lot && lotID === undefined)
      throw problems.invalid_input({ errors: [{ path: 'lotNumber', message: 'The item has no such lot' }] });
    const meant = lotNumber === undefined ? undefined : (lotID ?? null);
    const { movements } = await revalueOwnStock(ctx, { itemID, lotID: meant }, decimal(unitCost), reason);
    return { ...(await itemInventoryOf(ctx, itemID)), inventoryChangeLogIDs: movements.map(({ id }) => id) };
  }

  /** Receives stock. */
  async receive(ctx: AccountContext, input: CreateInventoryReceiptInput): Promise<InventoryChangeLog> {
    const { receivedAt, reference, reason, ...line } = input;
    const { movements } = await this.#receive(ctx, [line], { receivedAt, reference, reason });
    return inventoryChangeLogView.byID(ctx, movements[0]?.id ?? '');
  }

  /** Receives the lines of a delivery: all or none. */
  async receiveLines(ctx: AccountContext, { lines, ...delivery }: ReceiveInventoryInput) {
    return this.#logsOf(ctx, await this.#receive(ctx, lines, delivery, lineAt));
  }

  async #receive(
    ctx: AccountContext,
    lines: ReceiveInventoryInput['lines'],
    { receivedAt, reference, reason }: Omit<ReceiveInventoryInput, 'lines'>,
    prefix?: (index: number) => string,
  ): Promise<StockResult> {
    const at = this.#receivedAt(ctx, receivedAt);
    const resolved = await resolveStock(
      ctx,
      this.#catalogue,
      lines.map(({ storageLocationID, ...line }) => ({ ...line, locationIDs: { storageLocationID } })),
      { makeLots: true, ...(prefix ? { prefix } : {}) },
    );
    return applyStock(ctx, {
      action: 'receive',
      changes: resolved.map((line, index) => ({
        ...line,
        locationID: lines[index]?.storageLocationID ?? undefined,
        receivedAt: at,
        reference: reference || undefined,
      })),
      reason,
    });
  }

  /** Moves stock between places: all lines or none. */
  async move(ctx: AccountContext, { lines, reason }: MoveInventoryInput) {
    const resolved = await resolveStock(
      ctx,
      this.#catalogue,
      lines.map(({ fromStorageLocationID, toStorageLocationID, ...line }) => ({
        ...line,
        locationIDs: { fromStorageLocationID, toStorageLocationID },
      })),
      { prefix: lineAt },
    );
    const result = await moveStock(ctx, {
      lines: lines.map(({ fromStorageLocationID, toStorageLocationID }, index) => ({
        ...(resolved[index] as (typeof resolved)[number]),
        fromLocationID: fromStorageLocationID,
        toLocationID: toStorageLocationID,
      })),
      reason,
    });
    return this.#logsOf(ctx, result);
  }

  /** Uses stock up: all lines or none. */
  async consume(ctx: AccountContext, { lines, reason }: ConsumeInventoryInput) {
    const resolved = await resolveStock(
      ctx,
      this.#catalogue,
      lines.map(({ storageLocationID, ...line }) => ({ ...line, locationIDs: { storageLocationID } })),
      { prefix: lineAt },
    );
    const result = await applyStock(ctx, {
      action: 'consume',
      changes: resolved.map((line, index) => ({
        ...line,
        quantity: line.quantity.times(decimal('-1')),
        locationID: lines[index]?.storageLocationID ?? undefined,
      })),
      reason,
    });
    return this.#logsOf(ctx, result);
  }

  /** Voids a change that a person entered. Changes made by a document are voided through the document. */
  async void(ctx: AccountContext, id: string, reason: string | undefined) {
    return this.voidAll(ctx, [id], reason);
  }

  /** Voids several changes together. */
  async voidAll(ctx: AccountContext, ids: readonly string[], reason: string | undefined) {
    const { items } = await inventoryChangeLogsByID(ctx, ids);
    if (items.length < new Set(ids).size) throw problems.not_found({ message: 'There is no such change of stock' });
    const source = items.find((log) => log.source && log.source.type !== expectedReceiptType)?.source;
    if (source) throw stockProblems.movement_of_document({ details: { source } });
    if (items.some(({ actionType }) => actionType === 'revalue')) await this.#requireOpenBooks(ctx);
    return this.#logsOf(ctx, await voidMovements(ctx, ids, { reason }));
  }

  async #requireOpenBooks(ctx: AccountContext): Promise<void> {
    await portFor(ctx, this.#books)?.requireOpen(ctx, todayOf(ctx));
  }

  #logsOf(ctx: AccountContext, { movements }: StockResult) {
    return inventoryChangeLogsByID(
      ctx,
      movements.map(({ id }) => id),
    );
  }

  async #expectVersion(
    ctx: AccountContext,
    itemID: string,
    ownerID: string | undefined,
    expected: number,
  ): Promise<void> {
    const position = (await lockPositions(ctx, [{ itemID, ownerID }])).of(itemID, ownerID);
    const { rows } = await sql<{ version: number }>`select version from inventory.item_position
      where account_id = ${ctx.account.id} and id = ${position.id}`.execute(ctx.em.query());
    const version = rows[0]?.version ?? 0;
    // A screen that showed no stock sent version 0; a row that was created since and not changed again is still version
    // 1.
    if (version !== expected && !(expected === 0 && version === 1))
      throw problems.stale_version({ details: { version, expected } });
  }

  #receivedAt(ctx: AccountContext, entered: string | undefined): Date | undefined {
    if (entered === undefined) return undefined;
    const isDay = isoDate.safeParse(entered).success;
    const at = isDay ? startOfDayIn(ctx.account.timeZone, entered) : new Date(entered);
    if (at > ctx.clock.now())
      throw problems.invalid_input({ errors: [{ path: 'receivedAt', message: 'Must not be in the future' }] });
    return at;
  }
}
