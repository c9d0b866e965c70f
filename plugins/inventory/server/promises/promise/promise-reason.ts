import { type Big, sumOf, zero } from '@millwright/core/contracts';
import type { LedgerRow } from './promise-ledger.queries.ts';

/** Documents that a sentence names; the rest is counted. */
const mostNamed = 3;

/** Why a quantity can be promised for a day and not before. */
export interface Reason {
  firstDate: string | null;
  sentences: string[];
  rowIDs: string[];
}

const labels: Record<string, string> = {
  sales_order: 'sales order',
  purchase_order: 'purchase order',
  production_run: 'production run',
  expected_receipt: 'expected receipt',
  inventory_hold: 'hold',
};

const nameOf = ({ source, date }: LedgerRow): string => {
  if (!source) return 'stock on hand';
  const label = labels[source.type] ?? source.type.replaceAll('_', ' ');
  return source.number ? `${label} ${source.number}` : `${label} of ${date}`;
};

const namesOf = (rows: readonly LedgerRow[]): string => {
  const names = rows.slice(0, mostNamed).map(nameOf);
  const rest = rows.length - names.length;
  return rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(' and ');
};

/** Rows of what lies there now, beside what is reserved of it. */
const stockKinds: ReadonlySet<LedgerRow['kind']> = new Set(['on_hand', 'closed', 'hold']);

const totalOf = (rows: readonly LedgerRow[]): Big => sumOf(rows.map(({ quantity }) => quantity));

const list = new Intl.ListFormat('en-GB');

/** What of the stock on hand is taken already or cannot leave, in words. */
function stockSentence(rows: readonly LedgerRow[], show: (amount: Big) => string): string {
  const onHand = totalOf(rows.filter(({ kind }) => kind === 'on_hand'));
  const held = totalOf(rows.filter(({ kind }) => kind === 'hold')).abs();
  const reserved = totalOf(rows.filter(({ kind, isReserved }) => kind === 'demand' && isReserved)).abs();
  const closed = totalOf(rows.filter(({ kind, note }) => kind === 'closed' && note === null)).abs();
  const blocked = rows.filter(({ kind, note }) => kind === 'closed' && note !== null);
  const taken = [
    ...(closed.gt(zero) ? [`${show(closed)} in closed places`] : []),
    ...blocked.map(({ quantity, note }) => `${show(quantity.abs())} of no use (${note})`),
    ...(reserved.gt(zero) ? [`${show(reserved)} reserved`] : []),
    ...(held.gt(zero) ? [`${show(held)} held`] : []),
  ];
  return `${show(onHand)} on hand${taken.length ? `, ${list.format(taken)}` : ''}`;
}

/**
 * Reads the answer off the ledger of an item. The first day with enough is one on which supply comes, or today; what
 * keeps the days before from having enough are documents that were promised earlier and still wait.
 */
export function reasonFor(rows: readonly LedgerRow[], wanted: Big, show: (amount: Big) => string): Reason {
  const enough = rows.find(({ available }) => available.gte(wanted));
  const firstDate = enough?.date ?? null;
  const stock = rows.filter(({ kind, isReserved }) => isReserved || stockKinds.has(kind));
  const waiting = rows.filter(({ kind, isReserved }) => kind === 'demand' && !isReserved);
  const supply = rows.filter(({ kind }) => kind === 'supply');
  const today = rows[0]?.date ?? null;
  const free = totalOf(stock);
  const sentences = [`Today: ${stockSentence(stock, show)}.`];
  const deciding = new Set<LedgerRow>(stock.slice(0, 1));
  if (firstDate !== null && firstDate === today && free.gte(wanted)) {
    const later = waiting.length ? ', and later supply covers what documents wait for' : '';
    sentences.push(`${show(wanted)} can be promised today: ${show(free)} is free${later}.`);
    return { firstDate, sentences, rowIDs: idsOf(deciding) };
  }
  const before = firstDate === null ? waiting : waiting.filter(({ date }) => date <= firstDate);
  const after = firstDate === null ? [] : waiting.filter(({ date }) => date > firstDate);
  if (before.length) {
    sentences.push(`Promised earlier and still to be served: ${show(totalOf(before).abs())} for ${namesOf(before)}.`);
    for (const row of before) deciding.add(row);
  }
  if (firstDate === null) {
    const total = totalOf(supply);
    sentences.push(
      supply.length
        ? `Expected are ${show(total)} (${namesOf(supply)}); ` +
            `that leaves ${show(largestOf(rows))} to promise, not ${show(wanted)}.`
        : `Nothing is expected, so ${show(wanted)} cannot be promised for any day.`,
    );
    for (const row of supply) deciding.add(row);
    return { firstDate, sentences, rowIDs: idsOf(deciding) };
  }
  const coming = supply.filter(({ date }) => date === firstDate);
  const earlier = supply.filter(({ date }) => date < firstDate);
  if (earlier.length) {
    sentences.push(`Before that ${show(totalOf(earlier))} comes with ${namesOf(earlier)}, which is not enough.`);
    for (const row of earlier) deciding.add(row);
  }
  const late = coming.filter(({ isLate }) => isLate);
  sentences.push(
    `On ${firstDate} ${show(totalOf(coming))} comes with ` +
      `${namesOf(coming)}${late.length ? ', which is overdue and counted for tomorrow at the earliest' : ''}: ` +
      `from then on ${show(enough?.available ?? zero)} can be promised.`,
  );
  for (const row of coming) deciding.add(row);
  if (after.length) {
    sentences.push(`${show(totalOf(after).abs())} of it is kept for later promises (${namesOf(after)}).`);
    for (const row of after) deciding.add(row);
  }
  return { firstDate, sentences, rowIDs: idsOf(deciding) };
}

const idsOf = (rows: ReadonlySet<LedgerRow>): string[] => [...rows].map(({ id }) => id);

/** The most that can be promised for any day, never below 0. */
const largestOf = (rows: readonly LedgerRow[]): Big => {
  const last = rows.at(-1)?.available ?? zero;
  return last.lt(zero) ? zero : last;
};
