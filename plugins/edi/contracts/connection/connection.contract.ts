import { crudEndpoints, endpoint, singleLine } from '@millwright/core/contracts';
import { z } from 'zod';

/**
 * How files come and go: a mailbox of our own that people fill and empty, folders of the server, the simulated
 * retailer, the folders of an SFTP server.
 */
export const connectionKinds = ['mailbox', 'directory', 'simulated', 'sftp'] as const;
export type ConnectionKind = (typeof connectionKinds)[number];
export const connectionKindNames: Readonly<Record<ConnectionKind, string>> = {
  directory: 'Folders of the server',
  mailbox: 'Upload and download',
  simulated: 'Simulated retailer',
  sftp: 'SFTP server',
};

const line = (length: number) =>
  singleLine(length)
    .nullable()
    .transform((text) => text || null)
    .optional();

/** How one partner, or all partners of a mailbox, are reached. */
export const ediConnections = crudEndpoints({
  one: 'EdiConnection',
  many: 'EdiConnections',
  words: ['connection', 'connections'],
  path: '/v1/edi-connections',
  domain: 'edi_partners',
  row: {
    name: z.string(),
    kind: z.enum(connectionKinds),
    /** Folder of the account's own on the server, or the folder of the SFTP server that `in` and `out` lie in. */
    folder: z.string().nullable(),
    host: z.string().nullable(),
    port: z.int().nullable(),
    username: z.string().nullable(),
    /** SHA-256 of the server's key in base64, as `ssh-keygen -l` shows it behind `SHA256:`. */
    hostKey: z.string().nullable(),
    hasSecret: z.boolean(),
    allowsOldAlgorithms: z.boolean(),
    isActive: z.boolean(),
    /** Tries in a row that failed. */
    failures: z.int(),
    /** Nothing is tried before then. */
    retryAt: z.iso.datetime().nullable(),
    lastError: z.string().nullable(),
    lastContactAt: z.iso.datetime().nullable(),
    partnerCount: z.int(),
  },
  sortBy: ['name', 'kind', 'createdAt'],
  body: {
    name: singleLine(100).refine((text) => text !== '', { error: 'Name is required' }),
    kind: z.enum(connectionKinds, { error: 'Must be one of the known kinds' }),
    folder: line(200),
    host: line(200),
    port: z
      .int()
      .gte(1, { error: 'Must be from 1 to 65535' })
      .lte(65_535, { error: 'Must be from 1 to 65535' })
      .nullish(),
    username: line(100),
    /** Password, or private key in PEM or OpenSSH form; it is never shown. Null takes it away. */
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
 * Why a server does not do its part. `not_reached`: there is no such host, or it lies inside the network of the
 * installation; which of the two is not said.
 */
export const connectionFaultCodes = [
  'not_reached',
  'no_answer',
  'other_host_key',
  'sign_in_refused',
  'no_path',
] as const;
export type ConnectionFaultCode = (typeof connectionFaultCodes)[number];

/** Reaches out once and says what came of it; a failure is an answer, not an error. Ten times an hour. */
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
    /** Null where it answers, and for faults that have no code. */
    code: z.enum(connectionFaultCodes).nullable(),
    waiting: z.int(),
  }),
});
