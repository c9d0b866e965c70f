import { defineCommand } from '@millwright/core/cli';
import type { JournalEntry } from '../contracts/index.ts';

const money = (value: number): string => (value === 0 ? '' : value.toFixed(2));
const columns = [
  { title: 'Date', value: ({ date }: JournalEntry) => date },
  { title: 'Document', value: ({ document }: JournalEntry) => document, minimum: 12 },
  { title: 'Customer', value: ({ customer }: JournalEntry) => customer?.name ?? '', minimum: 10 },
  { title: 'Account', value: ({ accountCode }: JournalEntry) => accountCode },
  { title: 'Name', value: ({ accountName }: JournalEntry) => accountName, minimum: 10 },
  { title: 'Debit', value: ({ debit }: JournalEntry) => money(debit), align: 'right' as const },
  { title: 'Credit', value: ({ credit }: JournalEntry) => money(credit), align: 'right' as const },
];
const atOnce = 500;

/** `millwright journal --from 2026-03-01 --to 2026-03-31` */
export const journalCommand = defineCommand({
  name: 'journal',
  summary: 'balanced entries of invoices and payments, by day',
  kind: 'administrator',
  needs: 'transactions:read',
  options: {
    from: { type: 'text', value: 'DATE', summary: 'first day, such as 2026-03-01' },
    to: { type: 'text', value: 'DATE', summary: 'last day' },
  },
  async run(ctx, { from, to }) {
    const { listJournalEntries } = await import('../contracts/index.ts');
    const days = { ...(from ? { startDate: from } : {}), ...(to ? { endDate: to } : {}) };
    const items: JournalEntry[] = [];
    for (;;) {
      const query = { ...days, take: atOnce, skip: items.length };
      const page = await ctx.client.call(listJournalEntries, { query });
      items.push(...page.items);
      if (page.items.length < atOnce) break;
    }
    await ctx.result({ items, count: items.length }, () => {
      ctx.table(columns, items);
    });
  },
});
