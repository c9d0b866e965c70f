import { type QuantityInput, quantityInput } from '@millwright/core/contracts';
import {
  type AccountContext,
  type AppliedRow,
  type ChangeSetAction,
  type RowVerdict,
  recordChangeSet,
  type StagedRow,
  sql,
} from '@millwright/core/server';
import type { StockPort } from '@millwright/inventory/contracts';
import { z } from 'zod';
import {
  mostPurchaseOrderLines,
  type OrderSuggestionsInput,
  type PurchaseOrder,
  type PurchaseSuggestion,
  purchaseSuggestionProblems,
} from '../../../contracts/index.ts';
import type { PurchaseOrderService } from '../purchase-order/purchase-order.service.ts';
import { purchaseOrderRemoval } from '../purchase-order/status/purchase-order-removal.ts';
import { findPurchaseSuggestions } from './purchase-suggestion.queries.ts';

const wantedLines = z.array(z.object({ itemID: z.string(), quantityOrdered: quantityInput }));

/** The order of a row at a supplier. */
interface Wanted {
  supplierID: string;
  lines: { itemID: string; quantityOrdered: QuantityInput }[];
}

const wantedOf = ({ key, values }: Pick<StagedRow, 'key' | 'values'>): Wanted => ({
  supplierID: key,
  lines: wantedLines.parse(JSON.parse(values['lines'] ?? '[]')),
});

const verdictOf = (row: StagedRow, order: Wanted, label: string): RowVerdict<Wanted> => ({
  row: row.row,
  label,
  effect: 'create',
  recordID: null,
  changes: [{ field: 'lineCount', label: 'Lines', from: null, to: order.lines.length }],
  errors: [],
  warnings: [],
  data: order,
});

/** Drafts of a set that can be deleted: not changed or issued since. */
async function keptDrafts(ctx: AccountContext, rows: readonly AppliedRow[]) {
  const ids = rows.flatMap(({ recordID }) => recordID ?? []);
  const { allowed, refused } = await purchaseOrderRemoval.sort(ctx, ids);
  const { rows: found } = await sql<{ id: string; version: number }>`select id, version from commerce.purchase_order
    where account_id = ${ctx.account.id} and id = any(${ids}::text[])`.execute(ctx.em.query());
  const versions = new Map(found.map(({ id, version }) => [id, version]));
  return { allowed, versions, refused: new Map(refused.map((each) => [each.id, each])) };
}

/**
 * Refuses lines of items that are no longer needed, or whose need has changed.
 * @throws Problem 409 `action_changed` with the present needs
 */
function refuseChanged(
  lines: NonNullable<OrderSuggestionsInput['lines']>,
  needed: ReadonlyMap<string, PurchaseSuggestion>,
): void {
  const changed = lines.flatMap(({ itemID, need }, index) => {
    const now = needed.get(itemID);
    return now && (need === undefined || need === now.need.measure) ? [] : [{ itemID, index, now }];
  });
  if (!changed.length) return;
  throw purchaseSuggestionProblems.action_changed({
    errors: changed.map(({ index, now }) => ({
      path: `lines.${index}.quantity`,
      message: now ? `${now.need.measure} ${now.need.unit} of ${now.item.sku} are needed now` : 'Nothing is needed now',
    })),
    details: { needs: changed.map(({ itemID, now }) => ({ itemID, need: now?.need.measure ?? 0 })) },
  });
}

/** Orders what is needed: drafts at the suppliers that offer it. */
export class OrderSuggestions {
  readonly #orders: PurchaseOrderService;
  readonly #stock: StockPort;

  /** Creates one draft per supplier, as a change set: its rows are suppliers, and its undo deletes the drafts. */
  readonly work: ChangeSetAction<Wanted> = {
    action: 'purchase-orders.suggest',
    recordType: 'purchase_order',
    permission: 'purchase_orders:create',
    async check(ctx, rows) {
      const { rows: found } = await sql<{ id: string; name: string }>`select id, name from commerce.supplier
        where account_id = ${ctx.account.id} and id = any(${rows.map(({ key }) => key)}::text[])`.execute(
        ctx.em.query(),
      );
      const names = new Map(found.map(({ id, name }) => [id, name]));
      return rows.map((row) => verdictOf(row, wantedOf(row), names.get(row.key) ?? row.key));
    },
    apply: async (ctx, rows) => {
      const applied: AppliedRow[] = [];
      for (const { row, data } of rows) {
        const { id, version } = await this.#draft(ctx, data);
        applied.push({ row, recordID: id, undo: {}, versions: { [id]: { found: null, left: version } } });
      }
      return applied;
    },
    undo: {
      async refusals(ctx, rows) {
        const { versions, refused } = await keptDrafts(ctx, rows);
        return rows.flatMap(({ row, recordID, versions: written }) => {
          if (!recordID) return [];
          const label = refused.get(recordID)?.label ?? recordID;
          const known = refused.get(recordID);
          if (known) return [{ row, label, reason: known.reason }];
          const left = written[recordID]?.left;
          return versions.get(recordID) === left ? [] : [{ row, label, reason: 'It was changed since' }];
        });
      },
      async apply(ctx, rows) {
        const { allowed } = await keptDrafts(ctx, rows);
        await purchaseOrderRemoval.apply(ctx, allowed);
        return new Map();
      },
    },
  };

  constructor(orders: PurchaseOrderService, stock: StockPort) {
    this.#orders = orders;
    this.#stock = stock;
  }

  /**
   * Lines by supplier: as chosen, else every suggestion whose preferred supplier has a price. The stock of the items is
   * locked, by id, before their needs are read: a concurrent order of the same items then sees the first one's draft.
   */
  async #wantedFrom(ctx: AccountContext, { lines }: OrderSuggestionsInput): Promise<Wanted[]> {
    const itemIDs =
      lines?.map(({ itemID }) => itemID) ?? (await findPurchaseSuggestions(ctx, {})).items.map(({ id }) => id);
    await this.#stock.hold(ctx, { itemIDs });
    const { items } = await findPurchaseSuggestions(ctx, { itemIDs }, mostPurchaseOrderLines);
    if (lines) refuseChanged(lines, new Map(items.map((each) => [each.id, each])));
    const chosen =
      lines ??
      items.flatMap(({ item, offers: [best] }) =>
        best && best.unitPrice !== null
          ? {
              itemID: item.id,
              supplierID: best.supplier.id,
              quantity: { measure: best.quantity.measure, unitID: best.quantity.unitID },
            }
          : [],
      );
    return [...Map.groupBy(chosen, ({ supplierID }) => supplierID)].map(([supplierID, own]) => ({
      supplierID,
      lines: own.map(({ itemID, quantity }) => ({ itemID, quantityOrdered: quantity })),
    }));
  }

  /**
   * Creates one draft per supplier; answers the drafts and the change set for undoing them.
   * @throws Problem 409 `nothing_to_buy`, `action_changed`, `item_not_supplied`, `supplier_inactive`
   */
  async order(
    ctx: AccountContext,
    input: OrderSuggestionsInput,
  ): Promise<{ orders: PurchaseOrder[]; changeSetID: string }> {
    const wanted = await this.#wantedFrom(ctx, input);
    if (!wanted.length) throw purchaseSuggestionProblems.nothing_to_buy();
    const made: PurchaseOrder[] = [];
    for (const each of wanted) made.push(await this.#draft(ctx, each));
    const changeSetID = await recordChangeSet(ctx, this.work as ChangeSetAction, {
      title:
        made.length === 1 ? 'Order what is needed at 1 supplier' : `Order what is needed at ${made.length} suppliers`,
      rows: made.map(({ id, number, supplier, lineCount, version }, index) => ({
        key: supplier.id,
        recordID: id,
        label: `${number} ${supplier.name}`,
        effect: 'create',
        changes: [{ field: 'lineCount', label: 'Lines', from: null, to: lineCount }],
        warnings: [],
        values: { lines: JSON.stringify(wanted[index]?.lines ?? []) },
        undo: {},
        versions: { [id]: { found: null, left: version } },
      })),
    });
    return { orders: made, changeSetID };
  }

  #draft(ctx: AccountContext, { supplierID, lines }: Wanted): Promise<PurchaseOrder> {
    return this.#orders.create(ctx, { supplierID, status: 'estimate', lines });
  }
}
