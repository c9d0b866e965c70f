import { z } from 'zod';

/** Version of the archive format; raised if present readers cannot read a newer archive. */
export const backupFormat = 1;
/** Name of the archive's last entry, which describes all other entries. */
export const manifestName = 'manifest.json';

const table = z.object({
  schema: z.string(),
  table: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** Digest of the rows in COPY format, in hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export const backupManifest = z.object({
  format: z.literal(backupFormat),
  /** Millwright version. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** PostgreSQL version. */
  server: z.string(),
  /** Applied migrations by schema, in order. */
  migrations: z.record(z.string(), z.array(z.string())),
  /** Schema version of the job queue; null without a queue. */
  queueVersion: z.int().nullable(),
  /** Fingerprint of the secret that sealed values in the archive; it does not reveal the secret. */
  secretFingerprint: z.string(),
  tables: z.array(table),
  /** The account of an archive written by `account export`; absent in a backup of everything. */
  account: z.object({ id: z.string(), slug: z.string(), name: z.string() }).optional(),
});

export type BackupManifest = z.output<typeof backupManifest>;
export type BackedUpTable = z.output<typeof table>;

/** Name of a table's piece in the archive. */
export const pieceName = ({ schema, table: name }: { schema: string; table: string }, piece: number): string =>
  `data/${schema}.${name}/${String(piece).padStart(6, '0')}.copy`;

/** The table of a piece; undefined for any other entry. */
export const tableOfPiece = (entry: string): string | undefined => /^data\/([^/]+)\/\d{6}\.copy$/.exec(entry)?.[1];
