import { z } from 'zod';
import { endpoint, noContent } from '../../../contracts/endpoints/endpoint.ts';
import { listOf, listQuery } from '../../../contracts/endpoints/list-query.ts';
import { defineEvent } from '../../../contracts/plugins/event.ts';
import { definePermissions } from '../../../contracts/plugins/permission.ts';
import type { PortContext } from '../../../contracts/plugins/port.ts';
import { defineScreenList } from '../../../contracts/plugins/screen.ts';
import { defineRecords } from '../../../contracts/records/record.ts';
import { isoDate } from '../../../contracts/texts/date.ts';
import { bulkAnswer } from '../../../contracts/work/change-set.contract.ts';

const entryRow = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  note: z.string().nullable(),
  lineCount: z.number(),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type EntryRow = z.output<typeof entryRow>;

const entry = entryRow.extend({
  dueOn: z.string().nullable(),
  lines: z.array(z.object({ position: z.number(), text: z.string(), measure: z.number() })),
});
export type EntryView = z.output<typeof entry>;

const line = z.strictObject({ text: z.string().min(1).max(200), measure: z.number().min(0).max(999_999) });
export const entryInput = z.strictObject({
  title: z.string().min(1, 'Title is required').max(200),
  note: z.string().max(10_000).optional(),
  dueOn: isoDate.optional(),
  /** Recipient of the receipt. */
  email: z.email().optional(),
  lines: z.array(line).max(500).default([]),
});
export type EntryInput = z.output<typeof entryInput>;

export const entryPatch = z.strictObject({
  title: z.string().min(1, 'Title is required').max(200).optional(),
  note: z.string().max(10_000).optional(),
  version: z.int().positive().optional(),
});
export type EntryPatch = z.output<typeof entryPatch>;

export const listEntries = endpoint({
  name: 'listEntries',
  method: 'GET',
  path: '/v1/x/ledger/entries',
  permission: 'ledger_entries:read',
  summary: 'Lists entries.',
  query: listQuery({ sortBy: ['number', 'title'] }),
  reply: listOf(entryRow),
});
export const createEntry = endpoint({
  name: 'createEntry',
  method: 'POST',
  path: '/v1/x/ledger/entries',
  permission: 'ledger_entries:create',
  summary: 'Creates an entry with its lines.',
  body: entryInput,
  reply: entry,
});
export const getEntry = endpoint({
  name: 'getEntry',
  method: 'GET',
  path: '/v1/x/ledger/entries/{entryID}',
  permission: 'ledger_entries:read',
  summary: 'Reads an entry.',
  reply: entry,
});
export const updateEntry = endpoint({
  name: 'updateEntry',
  method: 'PATCH',
  path: '/v1/x/ledger/entries/{entryID}',
  permission: 'ledger_entries:update',
  summary: 'Changes an entry.',
  body: entryPatch,
  reply: entry,
});
export const deleteEntry = endpoint({
  name: 'deleteEntry',
  method: 'DELETE',
  path: '/v1/x/ledger/entries/{entryID}',
  permission: 'ledger_entries:delete',
  summary: 'Deletes an entry.',
  reply: noContent,
});
export const deleteAllEntries = endpoint({
  name: 'deleteAllEntries',
  method: 'POST',
  path: '/v1/x/ledger/entries/actions/delete-all',
  permission: 'ledger_entries:delete',
  summary: 'Deletes all entries without lines.',
  reply: bulkAnswer,
});
/** Fails with an unexpected error. */
export const breakLedger = endpoint({
  name: 'breakLedger',
  method: 'POST',
  path: '/v1/x/ledger/actions/break',
  permission: 'ledger_entries:update',
  summary: 'Fails.',
  reply: noContent,
});
/** Is written by the auth role for an account. */
export const introduceLedger = endpoint({
  name: 'introduceLedger',
  method: 'GET',
  path: '/v1/x/ledger/introduction',
  permission: 'ledger_entries:read',
  summary: 'Says what the ledger is.',
  reply: z.object({ text: z.string() }),
});

export const entryCreated = defineEvent({
  type: 'ledger.entry-created',
  isPublic: true,
  sentence: 'An entry was created.',
  record: 'ledger_entry',
  example: { entryID: 'len_01kb7m0d7gf9t5w2z6c4e8h3ny', email: null },
  payload: z.object({ entryID: z.string(), email: z.string().nullable() }),
});

export const ledgerPermissions = definePermissions([
  {
    code: 'ledger_entries',
    name: 'Ledger entries',
    group: 'reports',
    description: 'Entries of the ledger',
    defaults: { user: 'crud' },
  },
]);

export const ledgerScreens = defineScreenList([
  { name: 'entries', path: '/dashboard/x/ledger/entries', title: 'Entries', needs: ['ledger_entries:read'] },
]);

export const ledgerRecords = defineRecords([
  {
    type: 'ledger_entry',
    prefix: 'len',
    label: 'Entry',
    permission: 'ledger_entries:read',
    path: '/dashboard/x/ledger/entries/{id}',
  },
]);

export abstract class LedgerPort {
  static readonly providedBy: string = 'ledger';
  abstract countEntries(ctx: PortContext): Promise<number>;
}
