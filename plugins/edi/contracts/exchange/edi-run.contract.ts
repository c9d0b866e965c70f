import {
  binaryReply,
  booleanText,
  endpoint,
  idOf,
  listOf,
  listQuery,
  repeated,
  requiredLine,
} from '@millwright/core/contracts';
import { z } from 'zod';

/** What a run did: fetched files, took one in, sent what waited, processed or sent again. */
export const ediRunKinds = ['pull', 'upload', 'send', 'reprocess'] as const;
export type EdiRunKind = (typeof ediRunKinds)[number];
export const ediRunKindNames: Readonly<Record<EdiRunKind, string>> = {
  pull: 'Fetch',
  upload: 'Upload',
  send: 'Send',
  reprocess: 'Process again',
};

/** One attempt (spec operations section 3: id, completedAt, hasSucceeded). */
export const ediRun = z.object({
  id: z.string(),
  kind: z.enum(ediRunKinds),
  /** Null while it runs, and where the server went down meanwhile. */
  completedAt: z.iso.datetime().nullable(),
  /** Every file was read and every connection answered; held documents are no failure. */
  hasSucceeded: z.boolean(),
  fileCount: z.int(),
  duplicateCount: z.int(),
  documentCount: z.int(),
  importedCount: z.int(),
  heldCount: z.int(),
  sentCount: z.int(),
  /** What went wrong, a line each. */
  messages: z.array(z.string()),
  /** Who started it. */
  personName: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type EdiRun = z.output<typeof ediRun>;

export const listEdiRuns = endpoint({
  name: 'listEdiRuns',
  method: 'GET',
  path: '/v1/edi-runs',
  permission: 'edi_runs:read',
  summary: 'Lists EDI runs.',
  query: listQuery({
    sortBy: ['createdAt', 'completedAt', 'kind'],
    filters: {
      hasSucceeded: booleanText,
      kinds: repeated(z.enum(ediRunKinds)),
      /** Runs that took a file of these connections, or sent one. */
      connectionIDs: repeated(z.string()),
    },
  }),
  reply: listOf(ediRun),
});

export const getEdiRun = endpoint({
  name: 'getEdiRun',
  method: 'GET',
  path: '/v1/edi-runs/{ediRunID}',
  permission: 'edi_runs:read',
  summary: 'Reads an EDI run.',
  reply: ediRun,
});

/** Fetches what waits at every active connection, or one, imports orders, acknowledges, and sends what is ready. */
export const pullOrders = endpoint({
  name: 'pullOrders',
  method: 'PUT',
  path: '/v1/edi/actions/pull-orders',
  permission: 'edi_runs:update',
  summary: 'Fetches and imports what partners have sent.',
  touches: ['/v1/edi-runs', '/v1/edi-documents', '/v1/edi-connections'],
  outside: true,
  isLong: true,
  waits: true,
  body: z.strictObject({ connectionID: idOf('edc', 'Connection is required').nullish() }).optional(),
  reply: ediRun,
});

/** Sends every document that is ready. */
export const sendEdiDocuments = endpoint({
  name: 'sendEdiDocuments',
  method: 'POST',
  path: '/v1/edi/actions/send',
  permission: 'edi_runs:update',
  summary: 'Sends the EDI documents that are ready.',
  outside: true,
  isLong: true,
  waits: true,
  reply: ediRun,
});

/** Takes in a file that somebody has, as if its partner had sent it. */
export const uploadEdiFile = endpoint({
  name: 'uploadEdiFile',
  method: 'POST',
  path: '/v1/edi/actions/upload',
  permission: 'edi_runs:create',
  summary: 'Takes in an EDI file.',
  outside: true,
  isLong: true,
  inTurn: true,
  query: z.strictObject({ name: requiredLine(200, 'Name is required') }),
  body: binaryReply('application/octet-stream', { limit: 50_000_000 }),
  reply: ediRun,
});
