import { defineCommand } from '@millwright/core/cli';
import type { ReceivableRow } from '../contracts/index.ts';

const money = (value: number): string => value.toFixed(2);
const amount = (title: string, of: (row: ReceivableRow) => number) => ({
  title,
  value: (row: ReceivableRow) => money(of(row)),
  align: 'right' as const,
});
const columns = [
  { title: 'Number', value: ({ customer }: ReceivableRow) => customer.number },
  { title: 'Customer', value: ({ customer }: ReceivableRow) => customer.name, minimum: 12 },
  amount('To 30', ({ current }) => current),
  amount('To 60', ({ over30 }) => over30),
  amount('To 90', ({ over60 }) => over60),
  amount('To 120', ({ over90 }) => over90),
  amount('Over 120', ({ over120 }) => over120),
  amount('Open', ({ total }) => total),
  amount('Credits', ({ credits }) => credits),
];

/** `millwright receivables --cutoff 2026-03-31` */
export const receivablesCommand = defineCommand({
  name: 'receivables',
  summary: 'what customers owe, by age, on any day',
  kind: 'administrator',
  needs: 'invoices:read',
  options: {
    cutoff: { type: 'text', value: 'DATE', summary: 'the day, such as 2026-03-31; today if it is left out' },
    search: { type: 'text', value: 'TEXT', summary: "part of a customer's name or number" },
    take: { type: 'number', default: 50, summary: 'most customers to list' },
  },
  async run(ctx, { cutoff, search, take }) {
    const { listReceivables } = await import('../contracts/index.ts');
    const query = { take, sortBy: 'total' as const, sortOrder: 'desc' as const };
    const page = await ctx.client.call(listReceivables, {
      query: { ...query, ...(cutoff ? { cutoffDate: cutoff } : {}), ...(search ? { query: search } : {}) },
    });
    await ctx.result(page, () => {
      ctx.table(columns, page.items);
      const { total, overdue, credits, balance } = page.totals;
      ctx.say(`${page.count} customers on ${page.cutoffDate}: open ${money(total)}, overdue ${money(overdue)}`);
      ctx.say(`credits ${money(credits)}, balance ${money(balance)}`);
    });
  },
});
