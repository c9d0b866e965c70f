import { endpoint, isoDate, requiredLine } from '@millwright/core/contracts';
import { z } from 'zod';

/** Accounts of the journal, with names and codes of a small chart of accounts. */
export const journalAccountNames = {
  receivables: { name: 'Accounts receivable', code: '1200' },
  cash: { name: 'Cash', code: '1010' },
  check: { name: 'Checks', code: '1020' },
  credit_card: { name: 'Credit cards', code: '1030' },
  gift_card: { name: 'Gift cards', code: '1040' },
  ach: { name: 'Bank, ACH', code: '1050' },
  unapplied: { name: 'Unapplied credits', code: '2300' },
  tax: { name: 'Tax payable', code: '2200' },
  opening: { name: 'Opening balances', code: '3900' },
  sale: { name: 'Revenue', code: '4000' },
  service: { name: 'Service', code: '4100' },
  shipping: { name: 'Freight', code: '4200' },
  returns: { name: 'Returns and allowances', code: '4300' },
  discounts: { name: 'Discounts', code: '4400' },
  rebates: { name: 'Rebates', code: '4500' },
  fees: { name: 'Fees', code: '4600' },
  write_offs: { name: 'Write-offs', code: '6100' },
  inventory: { name: 'Inventory', code: '1300' },
  work_in_process: { name: 'Work in process', code: '1320' },
  received: { name: 'Received, not billed', code: '2100' },
  cost_of_goods: { name: 'Cost of goods sold', code: '5000' },
  cost_variances: { name: 'Purchase price variances', code: '5100' },
  count_differences: { name: 'Count differences', code: '5300' },
  labor_absorbed: { name: 'Labour absorbed', code: '5210' },
  overhead_absorbed: { name: 'Overhead absorbed', code: '5220' },
  production_variance: { name: 'Production variance', code: '5310' },
  scrap: { name: 'Scrap', code: '5320' },
  used: { name: 'Goods used', code: '5400' },
} as const;
export type JournalAccount = keyof typeof journalAccountNames;

const code = requiredLine(40, 'Code is required');
const codes = Object.fromEntries(
  Object.entries(journalAccountNames).map(([key, { code: preset }]) => [key, code.default(preset)]),
) as Record<JournalAccount, z.ZodDefault<typeof code>>;

const statementDay = z.int({ error: 'Must be a day from 1 to 28' }).min(1).max(28, { error: 'Must be at most 28' });

/** Billing settings of an account. */
export const billingSettings = z.object({
  /** Documents dated on or before this day cannot be written, voided or corrected; null if no period is closed. */
  booksClosedThrough: isoDate.nullable().default(null),
  /** Codes of the journal's accounts. */
  journalAccounts: z.strictObject(codes).prefault({}),
  /** Whether invoices are mailed automatically at night, to customers that accept invoices by mail. */
  mailsInvoicesNightly: z.boolean().default(false),
  /** Day of the month on which customers that accept mails and owe something get a statement; null for never. */
  statementDay: statementDay.nullable().default(null),
});
export type BillingSettings = z.output<typeof billingSettings>;

export const getBillingSettings = endpoint({
  name: 'getBillingSettings',
  method: 'GET',
  path: '/v1/billing-settings',
  permission: 'invoices:read',
  summary: 'Reads the settings of the books.',
  reply: billingSettings,
});

/** Body of `updateBillingSettings`. */
export const updateBillingSettingsBody = z.strictObject({
  booksClosedThrough: isoDate.nullable().optional(),
  mailsInvoicesNightly: z.boolean().optional(),
  statementDay: statementDay.nullable().optional(),
  /** Only changed codes. */
  journalAccounts: z.partialRecord(z.enum(Object.keys(journalAccountNames) as [JournalAccount]), code).optional(),
});

/** Changes the given settings. A closing day in the future is refused. */
export const updateBillingSettings = endpoint({
  name: 'updateBillingSettings',
  method: 'PATCH',
  path: '/v1/billing-settings',
  permission: 'sys_properties:update',
  summary: 'Closes and opens the books, and names the accounts of the journal.',
  body: updateBillingSettingsBody,
  reply: billingSettings,
});
