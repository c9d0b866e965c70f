import { createHash, timingSafeEqual } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { Hono } from 'hono';
import { isLocalCall } from '../kernel/calls/caller.ts';
import { exposition, gauge, type Metric } from '../metrics/metric.ts';

export interface OpsSource {
  /** Rejects if the database does not respond. */
  ping(): Promise<void>;
  /** Whether the database has every migration of this version. */
  isSchemaCurrent(): Promise<boolean>;
  /** Age of the oldest undelivered event in milliseconds; 0 in a process that delivers none. */
  outboxLag(): Promise<number>;
  isDraining(): boolean;
  /** Disk of the database, if it is on this machine. */
  disk?(): Promise<{ freeBytes: number; bytes: number }>;
  metrics(): Promise<Metric[]>;
}

const pingMilliseconds = 500;
const lookMilliseconds = 2_000;
/** Events are delivered immediately, so an older undelivered event means that the delivery does not run. */
const longestOutboxLag = 60_000;

/** The result of the work; undefined if it fails or takes longer. */
const within = async <T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(() => done(undefined), milliseconds);
    timer.unref();
  });
  return Promise.race([work.catch(() => undefined), late]).finally(() => clearTimeout(timer));
};

/** Below this PostgreSQL is about to refuse every write: one segment of its write-ahead log takes 16 MiB. */
const leastFreeBytes = 64 * 1024 ** 2;

/** Compares in constant time, so that the duration reveals nothing about the token. */
const isSame = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a as Buffer, b as Buffer);
};

/**
 * The operator's port: `/livez` (the process runs), `/readyz` (it can serve requests), `/metrics` (Prometheus text).
 * Metrics are only for this machine and callers with the token, because a port that is open for probes must not reveal
 * how busy the business is.
 */
export function createOps(source: OpsSource, { metricsToken }: { metricsToken?: string | undefined } = {}): Hono {
  const ops = new Hono();
  ops.get('/livez', (c) => c.json({ status: 'ok' }));
  ops.get('/readyz', async (c) => {
    const database = await within(
      source.ping().then(() => true),
      pingMilliseconds,
    );
    // Without a database these two checks would only time out.
    const [schema, lag] = database
      ? await Promise.all([
          within(source.isSchemaCurrent(), lookMilliseconds),
          within(source.outboxLag(), lookMilliseconds),
        ])
      : [undefined, undefined];
    const found = {
      database: database === true,
      schema: schema === true,
      outbox: lag !== undefined && lag <= longestOutboxLag,
      disk: ((await diskOf(source))?.freeBytes ?? leastFreeBytes) >= leastFreeBytes,
      draining: source.isDraining(),
    };
    const ready = found.database && found.schema && found.outbox && found.disk && !found.draining;
    return c.json({ status: ready ? 'ok' : 'unavailable', ...found }, ready ? 200 : 503);
  });
  ops.get('/metrics', async (c) => {
    const [, given] = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
    const isAllowed = given === undefined ? isLocalCall(c) : metricsToken !== undefined && isSame(given, metricsToken);
    if (!isAllowed) return c.notFound();
    const [metrics, disk] = await Promise.all([source.metrics(), diskOf(source)]);
    const room = disk && [
      gauge('disk_free_bytes', 'Bytes left on the disk of the database', disk.freeBytes),
      gauge('disk_size_bytes', 'Bytes that the disk of the database has', disk.bytes),
    ];
    return c.text(exposition([...metrics, ...(room ?? [])]), 200, { 'content-type': 'text/plain; version=0.0.4' });
  });
  return ops;
}

/** Undefined where the disk is unknown: an external database, or an unreadable folder. */
const diskOf = async ({ disk }: OpsSource) => disk && within(disk(), lookMilliseconds);

/** The part of a kernel that the operator's port reads. */
interface OperatedKernel {
  database: { ping(): Promise<void> };
  load: { readonly isDraining: boolean };
  isSchemaCurrent(): Promise<boolean>;
  outboxLag(): Promise<number>;
  metrics(): Promise<Metric[]>;
}

/** The state of a kernel, and of the disk where the database is on this machine. */
export const opsSourceOf = (kernel: OperatedKernel, databaseFolder?: string): OpsSource => ({
  ...(databaseFolder === undefined
    ? {}
    : {
        disk: async () => {
          const { bavail, blocks, bsize } = await statfs(databaseFolder);
          return { freeBytes: bavail * bsize, bytes: blocks * bsize };
        },
      }),
  ping: () => kernel.database.ping(),
  isSchemaCurrent: () => kernel.isSchemaCurrent(),
  outboxLag: () => kernel.outboxLag(),
  isDraining: () => kernel.load.isDraining,
  metrics: () => kernel.metrics(),
});
