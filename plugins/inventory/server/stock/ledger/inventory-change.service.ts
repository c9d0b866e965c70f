import { decimal, isoDate, problems, startOfDayIn } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import {
  type CataloguePort,
  type ConsumeInventoryInput,
  type CreateInventoryReceiptInput,
  type InventoryChangeLog,
  type ItemInventory,
  type MoveInventoryInput,
  stockProblems,
  type UpdateItemInventoryInput,
} from '../../../contracts/index.ts';
import { countStock } from '../../counting/reconcile/judge-counts.ts';
import { expectedReceiptType } from '../../promises/supply/expected-receipt.queries.ts';
import { inventoryChangeLogByID, inventoryChangeLogsByID } from './inventory-change-log.queries.ts';
import { itemInventoryOf } from './item-inventory.queries.ts';
import { lockPositions } from './positions.ts';
import { holdLocations } from './stock-facts.queries.ts';
import { applyStock, moveStock } from './stock-ledger.ts';
import type { StockResult } from './stock-operation.ts';
import { resolveStock } from './stock-references.ts';
import { voidMovements } from './void-movements.ts';

const lineAt = (index: number): string => `lines.${index}`;

/** Counts, receives, moves and uses stock as people enter it. */
export class InventoryChangeService {
  readonly #catalogue: CataloguePort;

  constructor(catalogue: CataloguePort) {
    this.#catalogue = catalogue;
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

  /** Receives stock. */
  async receive(ctx: AccountContext, input: CreateInventoryReceiptInput): Promise<InventoryChangeLog> {
    const { itemID, quantity, customerID, storageLocationID, lotNumber, unitCost, reference, reason } = input;
    const [resolved] = await resolveStock(
      ctx,
      this.#catalogue,
      [{ itemID, quantity, customerID, locationIDs: { storageLocationID }, lotNumber, unitCost }],
      { makeLots: true },
    );
    if (!resolved) throw problems.not_found();
    const line = { ...resolved, locationID: storageLocationID ?? undefined };
    const receivedAt = this.#receivedAt(ctx, input.receivedAt);
    const { movements } = await applyStock(ctx, {
      action: 'receive',
      changes: [{ ...line, receivedAt, reference: reference || undefined }],
      reason,
    });
    return inventoryChangeLogByID(ctx, movements[0]?.id ?? '');
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

  /** Voids a change that people entered; what came or left for a document is taken back through the document. */
  async void(ctx: AccountContext, id: string, reason: string | undefined) {
    const { source } = await inventoryChangeLogByID(ctx, id);
    if (source && source.type !== expectedReceiptType)
      throw stockProblems.movement_of_document({ details: { source } });
    return this.#logsOf(ctx, await voidMovements(ctx, [id], { reason }));
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
    // Who saw no stock at all saw version 0; the row that was made since is untouched.
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
