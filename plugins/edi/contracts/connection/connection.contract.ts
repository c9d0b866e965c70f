import { crudEndpoints, endpoint, namedCode, nameLine, singleLine } from '@millwright/core/contracts';
import { z } from 'zod';

/**
 * Kinds of connections: a mailbox of our own that people fill and empty, folders on the server, the simulated retailer,
 * folders on an SFTP server.
 */
export const connectionKindNames = {
  mailbox: 'Upload and download',
  directory: 'Folders of the server',
  simulated: 'Simulated retailer',
  sftp: 'SFTP server',
} as const;
export type ConnectionKind = keyof typeof connectionKindNames;
const connectionKind = namedCode(connectionKindNames, 'Must be one of the known kinds');

const line = (length: number) =>
  singleLine(length)
    .nullable()
    .transform((text) => text || null)
    .optional();

/** A connection to one partner, or to all partners of a mailbox. */
export const ediConnections = crudEndpoints({
  one: 'EdiConnection',
  many: 'EdiConnections',
  words: ['connection', 'connections'],
  path: '/v1/edi-connections',
  domain: 'edi_partners',
  row: {
    name: z.string(),
    kind: connectionKind,
    /** The account's folder on the server, or the folder on the SFTP server that contains `in` and `out`. */
    folder: z.string().nullable(),
    host: z.string().nullable(),
    port: z.int().nullable(),
    username: z.string().nullable(),
    /** SHA-256 of the server's key in base64, as shown by `ssh-keygen -l` after `SHA256:`. */
    hostKey: z.string().nullable(),
    hasSecret: z.boolean(),
    allowsOldAlgorithms: z.boolean(),
    isActive: z.boolean(),
    /** Number of consecutive failed attempts. */
    failures: z.int(),
    /** Next attempt; none is made before. */
    retryAt: z.iso.datetime().nullable(),
    lastError: z.string().nullable(),
    lastContactAt: z.iso.datetime().nullable(),
    partnerCount: z.int(),
  },
  sortBy: ['name', 'kind', 'createdAt'],
  body: {
    name: nameLine(100).refine((text) => text !== '', { error: 'Name is required' }),
    kind: connectionKind,
    folder: line(200),
    host: line(200),
    port: z
      .int()
      .gte(1, { error: 'Must be from 1 to 65535' })
      .lte(65_535, { error: 'Must be from 1 to 65535' })
      .nullish(),
    username: line(100),
    /** Password, or private key in PEM or OpenSSH form; never returned. Null deletes it. */
    secret: z.string().max(20_000, { error: 'At most 20,000 characters' }).nullish(),
    hostKey: line(100),
    allowsOldAlgorithms: z.boolean().optional(),
    isActive: z.boolean().optional(),
  },
});

export const {
  list: listEdiConnections,
  get: getEdiConnection,
  create: createEdiConnection,
  update: updateEdiConnection,
  remove: deleteEdiConnection,
  createBody: createEdiConnectionBody,
  updateBody: updateEdiConnectionBody,
} = ediConnections;
export type EdiConnection = z.output<typeof ediConnections.row>;

/**
 * Errors of a connection's server. `not_reached`: the host does not exist, or is inside the installation's network; the
 * code does not distinguish the two.
 */
export const connectionFaultCodes = [
  'not_reached',
  'no_answer',
  'other_host_key',
  'sign_in_refused',
  'no_path',
] as const;
export type ConnectionFaultCode = (typeof connectionFaultCodes)[number];

/** Connects once and answers the result; a failed connection is an answer, not an error. At most ten times an hour. */
export const testEdiConnection = endpoint({
  name: 'testEdiConnection',
  method: 'POST',
  path: '/v1/edi-connections/{ediConnectionID}/actions/test',
  permission: 'edi_partners:update',
  summary: 'Tries a connection.',
  outside: true,
  waits: true,
  reply: z.object({
    hasSucceeded: z.boolean(),
    message: z.string(),
    /** Null on success, and for errors without a code. */
    code: z.enum(connectionFaultCodes).nullable(),
    waiting: z.int(),
  }),
});
