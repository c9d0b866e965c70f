import {
  binaryReply,
  booleanText,
  endpoint,
  idOf,
  listOf,
  listQuery,
  namedCode,
  repeated,
  requiredLine,
} from '@millwright/core/contracts';
import { z } from 'zod';

/** Kinds of runs: fetched files, uploaded one, sent waiting documents, or processed documents again. */
export const ediRunKindNames = {
  pull: 'Fetch',
  upload: 'Upload',
  send: 'Send',
  reprocess: 'Process again',
} as const;
export type EdiRunKind = keyof typeof ediRunKindNames;
const ediRunKind = namedCode<EdiRunKind>(ediRunKindNames);

/** One run (spec operations section 3: id, completedAt, hasSucceeded). */
export const ediRun = z.object({
  id: z.string(),
  kind: ediRunKind,
  /** Null while it runs, and if the server stopped during the run. */
  completedAt: z.iso.datetime().nullable(),
  /** All files were read and all connections answered; held documents do not count as failures. */
  hasSucceeded: z.boolean(),
  fileCount: z.int(),
  duplicateCount: z.int(),
  documentCount: z.int(),
  importedCount: z.int(),
  heldCount: z.int(),
  sentCount: z.int(),
  /** Errors, one per line. */
  messages: z.array(z.string()),
  /** Name of the person who started it. */
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
      kinds: repeated(ediRunKind),
      /** Runs that received or sent a file through these connections. */
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

/** Words and endpoint of EDI runs. */
export const ediRuns = { type: 'edi_run', prefix: 'edr', words: ['EDI run', 'EDI runs'], get: getEdiRun } as const;

/**
 * Fetches files from every active connection, or from one, imports orders, acknowledges them, and sends documents that
 * are ready.
 */
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

/** Uploads a file, which is processed as if its partner had sent it. */
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
