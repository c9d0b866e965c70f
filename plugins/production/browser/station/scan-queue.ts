import { ApiError, type Client } from '@millwright/core/browser';
import { type AnyEndpoint, newID, randomID } from '@millwright/core/contracts';
import {
  closeBatch,
  initializeBatch,
  mergeBatches,
  moveBatches,
  type ScanReply,
  splitBatch,
  undoScan,
} from '../../contracts/index.ts';
import { isPassing } from './station-model.ts';

const endpoints = {
  initialize: initializeBatch,
  move: moveBatches,
  split: splitBatch,
  merge: mergeBatches,
  close: closeBatch,
  undo: undoScan,
} as const;
export type ScanKind = keyof typeof endpoints;

/** A scan of this device: it waits, was answered, or was refused and waits for a person's decision. */
export interface QueuedScan {
  /** Counter of this device; scans are sent in this order. */
  position: number;
  scanID: string;
  accountID: string;
  stationID: string;
  kind: ScanKind;
  /** Text for people: `1000-1 to Sew`. */
  label: string;
  /** Ids of the scanned batches. */
  batchIDs: string[];
  body: Record<string, unknown>;
  /** Time by the device's clock. */
  scannedAt: string;
  state: 'waiting' | 'done' | 'refused';
  eventID?: string;
  message?: string;
  /** For a quantity that does not divide: the largest part that does, and can be split off. */
  largest?: { measure: number; unit: string };
  isUndone?: boolean;
  /** It was sent at least once. Without an answer this device does not know whether the server accepted it. */
  isSent?: boolean;
  /** Taken back before its answer came: it is undone if the server turns out to have accepted it. */
  isUnwanted?: boolean;
}

/** The scan that undoes an answered one. */
const undoOf = ({ accountID, stationID, label, batchIDs, eventID }: QueuedScan): NewScan => ({
  scanID: `${randomID()}`,
  accountID,
  stationID,
  kind: 'undo',
  label: `Take back ${label}`,
  batchIDs,
  body: { scanningStationID: stationID, eventID },
  scannedAt: new Date().toISOString(),
});

type NewScan = Omit<QueuedScan, 'position' | 'state'>;

const keptAnswers = 50;
const pauses = [1_000, 2_000, 5_000, 10_000] as const;

const promised = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

function openStore(): Promise<IDBDatabase> {
  const opening = indexedDB.open('millwright-station', 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('scans', { keyPath: 'position', autoIncrement: true });
  };
  return promised(opening);
}

/** The largest dividing quantity in a refusal. */
function largestOf(error: unknown): QueuedScan['largest'] {
  if (!(error instanceof ApiError) || error.code !== 'batch_units_mismatch') return undefined;
  const { largest, unit } = (error.details ?? {}) as { largest?: number; unit?: string };
  return largest && unit ? { measure: largest, unit } : undefined;
}

/**
 * Scans of this device in scanning order, stored in the browser until each has an answer. A refused scan blocks later
 * scans of its batches, but no others.
 */
export class ScanQueue {
  readonly #client: Client;
  readonly #onAnswer: (scan: QueuedScan, reply: ScanReply) => void;
  readonly #onRefusal: (scan: QueuedScan) => void;
  readonly #listeners = new Set<() => void>();
  #store: Promise<IDBDatabase> | undefined;
  #scans: readonly QueuedScan[] = [];
  #isOnline = true;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSending = false;

  constructor(
    client: Client,
    told: { onAnswer(scan: QueuedScan, reply: ScanReply): void; onRefusal(scan: QueuedScan): void },
  ) {
    this.#client = client;
    this.#onAnswer = told.onAnswer;
    this.#onRefusal = told.onRefusal;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** All stored scans, the oldest first. */
  scans = (): readonly QueuedScan[] => this.#scans;
  /** Whether the last attempt reached the server. */
  isOnline = (): boolean => this.#isOnline;

  /** Loads the stored scans and continues sending. */
  async begin(): Promise<() => void> {
    await this.#read();
    const goOn = (): void => {
      this.#failures = 0;
      void this.send();
    };
    globalThis.addEventListener('online', goOn);
    void this.send();
    return () => {
      globalThis.removeEventListener('online', goOn);
      clearTimeout(this.#timer);
    };
  }

  async add(scan: NewScan): Promise<void> {
    await this.#change((scans) => scans.add({ ...scan, state: 'waiting' }));
    await this.#read();
    void this.send();
  }

  /** Discards a refused scan, after a person decided so. */
  async discard(position: number): Promise<void> {
    await this.#change((scans) => scans.delete(position));
    await this.#read();
    void this.send();
  }

  /** Takes a scan back: discarded if it was never sent, otherwise undone once it is answered. */
  async takeBack({ position }: QueuedScan): Promise<void> {
    const kept = await this.#update(position, (scan) => {
      if (scan.state === 'done') return scan;
      return scan.isSent ? { ...scan, isUnwanted: true } : undefined;
    });
    if (kept?.state === 'done') return this.add(undoOf(kept));
    await this.#read();
    void this.send();
  }

  /** Sends a refused scan again, unchanged. */
  async again(scan: QueuedScan): Promise<void> {
    await this.#write({ ...scan, state: 'waiting' });
    await this.#read();
    void this.send();
  }

  /** Replaces a refused move: the largest dividing quantity moves on, the rest stays. */
  async splitOff({ position, largest, body, ...scan }: QueuedScan): Promise<void> {
    if (!largest) return;
    await this.#change((scans) => scans.delete(position));
    await this.add({
      ...scan,
      kind: 'split',
      scanID: `${randomID()}`,
      label: `${scan.label}, ${largest.measure} ${largest.unit}`,
      body: { ...body, firsts: largest.measure, seconds: 0, waste: 0, newBatchIDs: [newID('bat'), newID('bat')] },
    });
  }

  /** Sends the waiting scans one by one; only one of several tabs sends. */
  async send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    clearTimeout(this.#timer);
    try {
      const locks = navigator.locks as LockManager | undefined;
      if (locks) await locks.request('millwright-station', () => this.#sendAll());
      else await this.#sendAll();
    } finally {
      this.#isSending = false;
    }
  }

  async #sendAll(): Promise<void> {
    for (;;) {
      await this.#read();
      const oldest = this.#next();
      if (!oldest) return;
      const next = await this.#update(oldest.position, (scan) => ({ ...scan, isSent: true }));
      if (!next) continue;
      try {
        // The scan id makes a repetition harmless. `sentAt` is new in each attempt, so that the server can correct a
        // wrong clock.
        const reply = (await this.#client.call<AnyEndpoint>(endpoints[next.kind], {
          body: {
            ...next.body,
            scanID: next.scanID,
            scannedAt: next.scannedAt,
            sentAt: new Date().toISOString(),
          },
        })) as ScanReply;
        this.#failures = 0;
        this.#isOnline = true;
        const { eventID } = reply;
        const done = await this.#update(next.position, (scan) => ({ ...scan, state: 'done', eventID }));
        if (done?.isUnwanted) await this.#change((scans) => scans.add({ ...undoOf(done), state: 'waiting' }));
        if (next.kind === 'undo') await this.#markUndone(next);
        await this.#prune();
        await this.#read();
        this.#onAnswer(done ?? next, reply);
      } catch (error) {
        if (error instanceof ApiError && isPassing(error)) return this.#later(error);
        const message = error instanceof Error ? error.message : String(error);
        const largest = next.kind === 'move' && next.batchIDs.length === 1 ? largestOf(error) : undefined;
        const refused = await this.#update(next.position, (scan) =>
          scan.isUnwanted ? undefined : { ...scan, state: 'refused', message, ...(largest ? { largest } : {}) },
        );
        await this.#read();
        if (refused) this.#onRefusal(refused);
      }
    }
  }

  /** The oldest waiting scan whose batches are not blocked by an older refused scan. */
  #next(): QueuedScan | undefined {
    const stopped = new Set<string>();
    for (const scan of this.#scans) {
      if (scan.state === 'refused') for (const id of scan.batchIDs) stopped.add(id);
      if (scan.state !== 'waiting') continue;
      if (!scan.batchIDs.some((id) => stopped.has(id))) return scan;
      for (const id of scan.batchIDs) stopped.add(id);
    }
    return undefined;
  }

  #later(error: ApiError): void {
    this.#isOnline = error.status === 429 || error.status === 409;
    this.#tell();
    const pause = pauses[Math.min(this.#failures, pauses.length - 1)] as number;
    this.#failures += 1;
    this.#timer = setTimeout(() => void this.send(), pause);
  }

  async #markUndone(undo: QueuedScan): Promise<void> {
    const undone = this.#scans.find(({ eventID }) => eventID !== undefined && eventID === undo.body['eventID']);
    if (undone) await this.#write({ ...undone, isUndone: true });
  }

  async #prune(): Promise<void> {
    const done = this.#scans.filter(({ state }) => state === 'done');
    const old = done.slice(0, Math.max(0, done.length - keptAnswers));
    if (old.length)
      await this.#change((scans) => {
        for (const { position } of old) scans.delete(position);
      });
  }

  #write(scan: QueuedScan): Promise<void> {
    return this.#change((scans) => scans.put(scan));
  }

  /** Replaces a stored scan by the result of `change`, or discards it. Answers the stored result. */
  async #update(
    position: number,
    change: (scan: QueuedScan) => QueuedScan | undefined,
  ): Promise<QueuedScan | undefined> {
    let kept: QueuedScan | undefined;
    await this.#change((scans) => {
      const read = scans.get(position) as IDBRequest<QueuedScan | undefined>;
      read.onsuccess = () => {
        if (!read.result) return;
        kept = change(read.result);
        if (kept) scans.put(kept);
        else scans.delete(position);
      };
    });
    return kept;
  }

  /** Changes the stored scans; they are on disk before listeners are called. */
  async #change(work: (scans: IDBObjectStore) => void): Promise<void> {
    this.#store ??= openStore();
    const transaction = (await this.#store).transaction('scans', 'readwrite', { durability: 'strict' });
    const written = new Promise<void>((done, failed) => {
      transaction.oncomplete = () => done();
      transaction.onerror = () => failed(transaction.error);
      transaction.onabort = () => failed(transaction.error);
    });
    work(transaction.objectStore('scans'));
    await written;
  }

  async #read(): Promise<void> {
    this.#store ??= openStore();
    const scans = (await this.#store).transaction('scans').objectStore('scans');
    this.#scans = (await promised(scans.getAll())) as QueuedScan[];
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
