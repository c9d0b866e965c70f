import { z } from 'zod';

/** Form of the archive; raised when a reader of today could not understand it. */
export const backupFormat = 1;
/** Name of the archive's last entry, which describes all others. */
export const manifestName = 'manifest.json';

const table = z.object({
  schema: z.string(),
  table: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** Of the rows as COPY writes them, in hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export const backupManifest = z.object({
  format: z.literal(backupFormat),
  /** Of Millwright. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** Of PostgreSQL. */
  server: z.string(),
  /** Applied migrations by schema, in order. */
  migrations: z.record(z.string(), z.array(z.string())),
  /** Schema version of the job queue; null where there was none. */
  queueVersion: z.int().nullable(),
  /** Tells whether the secret of an installation is the one that sealed what is in here; says nothing about it. */
  secretFingerprint: z.string(),
  tables: z.array(table),
  /** Of an archive that `account export` has written: whose rows these are. Absent in a backup of everything. */
  account: z.object({ id: z.string(), slug: z.string(), name: z.string() }).optional(),
});

export type BackupManifest = z.output<typeof backupManifest>;
export type BackedUpTable = z.output<typeof table>;

/** Name of one piece of a table in the archive. */
export const pieceName = ({ schema, table: name }: { schema: string; table: string }, piece: number): string =>
  `data/${schema}.${name}/${String(piece).padStart(6, '0')}.copy`;

/** The table of a piece; undefined for any other entry. */
export const tableOfPiece = (entry: string): string | undefined => /^data\/([^/]+)\/\d{6}\.copy$/.exec(entry)?.[1];
