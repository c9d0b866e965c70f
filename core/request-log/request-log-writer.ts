import type { Logger } from 'pino';
import { newID } from '../contracts/texts/id.ts';
import type { Database } from '../database/database.ts';
import { insertRows } from '../database/rows/insert-rows.ts';
import type { TableRow } from '../database/rows/table-row.ts';
import { PipelinedTransaction } from '../database/statements/pipelined/pipelined-transaction.ts';
import type { Actor } from '../kernel/context/context.ts';
import { mappedStack } from '../kernel/problems/mapped-stack.ts';
import { maskAddress, maskPath, maskQuery, maskText } from './mask.ts';
import type { RequestLog } from './request-log.entity.ts';

const flushEvery = 500;
const batchSize = 200;
/** Largest number of rows kept while the database is unavailable; further rows are dropped. */
const mostWaiting = 5000;

/** The data of an answered request. */
export interface RequestEntry {
  requestID: string;
  method: string;
  host: string;
  path: string;
  normalizedRoute: string;
  query: Record<string, string | string[]>;
  statusCode: number;
  /** In milliseconds. */
  latency: number;
  accountID: string | undefined;
  accountName: string | undefined;
  identity: { actor: Actor } | undefined;
  ip: string;
  userAgent: string;
  referrer: string;
  errorCode: string | undefined;
  errorMessage: string | undefined;
  idempotencyKey: string | undefined;
  /** Only for internal errors. */
  internalError: Error | undefined;
  occurredAt: Date;
}

type Row = Record<keyof TableRow<typeof RequestLog>, unknown>;

/** Limits a text for PostgreSQL, which accepts no NUL and no unpaired surrogates. */
const storable = (text: string, most: number): string => text.replaceAll('\0', '').slice(0, most).toWellFormed();
const optional = (text: string | undefined, most: number, mask: (text: string) => string = maskText): string | null =>
  text ? storable(mask(storable(text, most * 2)), most) : null;

const longestQuery = 20_000;

const withoutNUL = (text: string): string => text.replaceAll('\0', '');

/** The parameters without NUL; null if they are longer than a request can be. */
function storableQuery(query: Record<string, string | string[]>): Row['query'] {
  if (JSON.stringify(query).length > longestQuery) return null;
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      withoutNUL(name),
      Array.isArray(value) ? value.map(withoutNUL) : withoutNUL(value),
    ]),
  );
}

/** Cache of masked texts that many requests share, such as names and browsers. */
const frequent = new Map<string, string | null>();
const mostFrequent = 1000;

function frequentText(text: string | undefined, most: number): string | null {
  if (!text || text.length > 300) return optional(text, most);
  const key = `${most} ${text}`;
  const known = frequent.get(key);
  if (known !== undefined) return known;
  const written = optional(text, most);
  if (frequent.size >= mostFrequent) frequent.clear();
  frequent.set(key, written);
  return written;
}

/** The row of a request with all secrets masked. */
function rowOf(entry: RequestEntry): Row {
  const { actor } = entry.identity ?? {};
  const query = maskQuery(entry.query);
  return {
    id: newID('rlog'),
    request_id: storable(entry.requestID, 100),
    method: storable(entry.method, 10),
    host: storable(entry.host, 255),
    path: optional(entry.path, 2000, maskPath) ?? '',
    normalized_route: storable(entry.normalizedRoute, 500),
    query: Object.keys(query).length ? storableQuery(query) : null,
    status_code: entry.statusCode,
    latency: String(Math.max(0, entry.latency).toFixed(3)),
    account_id: entry.accountID ?? null,
    account_name: frequentText(entry.accountName, 200),
    actor_id: actor?.id || null,
    actor_type: actor?.type ?? 'anonymous',
    actor_name: frequentText(actor?.name, 200),
    actor_username: frequentText(actor?.type === 'user' ? actor.email : undefined, 254),
    actor_email: frequentText(actor?.email, 254),
    client_ip: frequentText(entry.ip, 64),
    user_agent: frequentText(entry.userAgent, 300),
    referrer: optional(entry.referrer, 1000, maskAddress),
    error_code: optional(entry.errorCode, 100),
    error_message: optional(entry.errorMessage, 1000),
    idempotency_key_id: optional(entry.idempotencyKey, 255),
    stack_trace: optional(entry.internalError?.stack && mappedStack(entry.internalError.stack), 8000),
    internal_error_message: optional(entry.internalError?.message, 2000),
    occurred_at: entry.occurredAt,
    created_at: new Date(),
  };
}

/** Writes the request log in batches, independently of the requests: recording never waits or fails. */
export class RequestLogWriter {
  readonly #database: Database;
  readonly #log: Logger;
  #waiting: Row[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #dropped = 0;
  #isClosed = false;

  constructor(parts: { database: Database; log: Logger }) {
    this.#database = parts.database;
    this.#log = parts.log;
  }

  /** Number of rows dropped because the database was unavailable. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Adds a request to the next batch. Never throws. */
  record(entry: RequestEntry): void {
    try {
      if (this.#waiting.length >= mostWaiting) {
        this.#dropped += 1;
        return;
      }
      this.#waiting.push(rowOf(entry));
      if (this.#waiting.length >= batchSize) void this.flush();
      else if (!this.#isClosed) this.#timer ??= setTimeout(() => void this.flush(), flushEvery).unref();
    } catch (error) {
      this.#dropped += 1;
      this.#log.warn({ err: error }, 'a request could not be logged');
    }
  }

  /** Writes all waiting rows batch by batch; a batch that fails is tried once more and then dropped. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length) {
      const batch = this.#waiting.splice(0, batchSize);
      try {
        await this.#write(batch).catch(() => this.#write(batch));
      } catch (error) {
        this.#dropped += batch.length;
        this.#log.warn({ err: error, rows: batch.length }, 'request log rows were dropped');
      }
    }
  }

  async #write(batch: readonly Row[]): Promise<void> {
    await this.#database.runAsAuth({ accountID: '', isPatient: true }, async (em) => {
      await insertRows(new PipelinedTransaction(em), 'core.request_log', batch);
    });
  }

  /** Writes the remaining rows; later records wait for the next flush. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.flush();
    await this.flush();
  }
}
