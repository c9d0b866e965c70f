import { type Big, decimal, type EndpointRequest, greaterOf, problems, toWire, zero } from '@millwright/core/contracts';
import { type AccountContext, todayOf } from '@millwright/core/server';
import type { ItemPromise, ItemPromises, promiseItems } from '../../../contracts/index.ts';
import type { SeenItems } from '../../catalogue/item/reference/customer-products.ts';
import { isStocked, promisedItems, wantedLines } from '../../stock/demand/promised-items.ts';
import { inDefaultUnit, shownQuantity, stockItemOf } from '../../stock/inventory-list/stock-columns.ts';
import { answerPromises, type PromiseAnswer } from './promise.queries.ts';
import { mostLedgerRows, promiseLedger } from './promise-ledger.queries.ts';
import { reasonFor } from './promise-reason.ts';

const atLeastNought = (amount: Big): Big => greaterOf(amount, zero);

/** Says when items can be promised, and why then. */
export class PromiseService {
  async promise(
    ctx: AccountContext,
    { lines, holdID, documentID }: EndpointRequest<typeof promiseItems>['body'],
    seen?: SeenItems,
  ): Promise<{ items: ItemPromise[] }> {
    const wanted = await wantedLines(ctx, lines, { seen });
    const today = todayOf(ctx);
    const isStaff = ctx.customerID === undefined;
    const answers = await answerPromises(
      ctx,
      wanted.map(({ item, quantity }, index) => ({ itemID: item.id, quantity, on: lines[index]?.on ?? null })),
      // Whose document it is nobody checks here, so that customers could look through those of others.
      { holdID, documentID: isStaff ? documentID : null },
    );
    const items = wanted.map(({ item, quantity }, index): ItemPromise => {
      const answer = answers[index] as PromiseAnswer;
      const stocked = isStocked(item);
      const figure = (amount: Big | null, field: string) =>
        isStaff && stocked && amount ? shownQuantity(item, amount, item.id, field) : null;
      return {
        itemID: item.id,
        isStocked: stocked,
        wanted: shownQuantity(item, quantity, item.id, 'wanted'),
        isAvailable: !stocked || (answer.availableOn ?? answer.availableToPromise).gte(quantity),
        firstDate: stocked ? answer.firstDate : today,
        onHand: figure(answer.onHand, 'onHand'),
        reserved: figure(answer.reserved, 'reserved'),
        availableToPromise: figure(answer.availableToPromise, 'availableToPromise'),
        availableOn: figure(answer.availableOn && atLeastNought(answer.availableOn), 'availableOn'),
        short: figure(answer.short, 'short'),
      };
    });
    return { items };
  }

  /** The ledger of an item, and why `quantity` default units can be promised for their first day. */
  async ledger(ctx: AccountContext, itemID: string, quantity = 1): Promise<ItemPromises> {
    const item = (await promisedItems(ctx, [itemID], [])).get(itemID);
    if (!item) throw problems.not_found();
    const wanted = decimal(quantity).times(decimal(item.numerator)).div(decimal(item.denominator));
    const [figures] = await answerPromises(ctx, [{ itemID, quantity: zero, on: null }]);
    const rows = await promiseLedger(ctx, itemID);
    const { onHand, closed, reserved, availableToPromise, short } = figures as PromiseAnswer;
    const shown = (amount: Big, id: string, field: string) => shownQuantity(item, amount, id, field);
    const reason = reasonFor(rows, wanted, (amount) => `${toWire(inDefaultUnit(item, amount))} ${item.unit}`);
    return {
      item: stockItemOf(item),
      unit: { id: item.unitID, name: item.unit },
      today: todayOf(ctx),
      onHand: shown(onHand, itemID, 'onHand'),
      closed: shown(closed, itemID, 'closed'),
      reserved: shown(reserved, itemID, 'reserved'),
      availableToPromise: shown(availableToPromise, itemID, 'availableToPromise'),
      short: shown(short, itemID, 'short'),
      rows: rows.slice(0, mostLedgerRows).map((row) => ({
        id: row.id,
        date: row.date,
        kind: row.kind,
        isLate: row.isLate,
        isReserved: row.isReserved,
        source: row.source,
        note: row.note,
        quantity: shown(row.quantity, itemID, 'quantity'),
        runningBalance: shown(row.runningBalance, itemID, 'runningBalance'),
        availableOn: shown(atLeastNought(row.available), itemID, 'availableOn'),
      })),
      hasMore: rows.length > mostLedgerRows,
      why: { ...reason, wanted: shown(wanted, itemID, 'wanted') },
    };
  }
}
