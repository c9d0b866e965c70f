import { formats, type useClient } from '@millwright/core/browser';
import { dateIn, newID } from '@millwright/core/contracts';
import {
  deleteInventoryHold,
  type InventoryHoldLine,
  type ItemPromise,
  promiseItems,
  putInventoryHold,
} from '@millwright/inventory/contracts';
import type { FormLine, LineAvailability } from './order-availability.ts';

const pause = 350;
/** Seconds until a hold expires, and milliseconds between its renewals while the form is open. */
const holdSeconds = 600;
const renewal = 240_000;
/** Milliseconds without typing after which the form releases its hold. */
const longestIdle = 1_800_000;

/** Availability by line key; null if the look-up failed. */
export type Answers = ReadonlyMap<string, LineAvailability | null>;

interface Want {
  lines: readonly FormLine[];
  /** Quantities beyond the order's reserved stock; only these are held. */
  beyond: readonly FormLine[];
  /** The edited order, whose reserved stock counts as available. */
  documentID: string | undefined;
  /** False before the first change: availability is only looked up, and nothing is held. */
  isTyped: boolean;
}

const nothing: Want = { lines: [], beyond: [], documentID: undefined, isTyped: false };

/** Missing quantity of a line, for people who may see quantities. */
const shortOfHold = ({ wanted, held }: InventoryHoldLine): number | null =>
  held && Math.max(wanted.measure - held.measure, 0);
const shortOfPromise = ({ wanted, availableToPromise }: ItemPromise): number | null =>
  availableToPromise && Math.max(wanted.measure - Math.max(availableToPromise.measure, 0), 0);

/**
 * The hold of an order form: reserves the stock for the lines shortly after each change, renews the hold while the form
 * is open, and releases it when the form closes. If a hold is not possible, availability is only looked up. Errors
 * never block typing.
 */
export class OrderHold {
  readonly id = newID('hold');
  readonly #client: ReturnType<typeof useClient>;
  readonly #listeners = new Set<() => void>();
  #answers: Answers = new Map();
  #want = nothing;
  #signature = '';
  #typedAt = 0;
  #isOpen = false;
  #isSaving = false;
  #isTaken = false;
  #asking: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #renewal: ReturnType<typeof setInterval> | undefined;

  constructor(client: ReturnType<typeof useClient>) {
    this.#client = client;
  }

  /** Availability by line key; without lines that changed since the last answer. */
  readonly answers = (): Answers => this.#answers;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reports the stock that the lines need now. Calls without a difference are ignored. */
  want(next: Want): void {
    const signature = JSON.stringify(next);
    if (signature === this.#signature) return;
    this.#signature = signature;
    this.#want = next;
    this.#typedAt = Date.now();
    this.#later();
  }

  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#renewal = setInterval(() => this.#renew(), renewal);
    if (this.#signature) this.#later();
  }

  /** Releases the hold, also when the page is being left. */
  close(): void {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    clearInterval(this.#renewal);
    this.#releaseHold();
  }

  /**
   * Saves with the id of the hold, or undefined without one. Waits for a running request first, because its hold would
   * take the stock a second time. If saving fails, the form keeps its hold.
   */
  async handOver<Answer>(save: (holdID: string | undefined) => Promise<Answer>): Promise<Answer> {
    this.#isSaving = true;
    clearTimeout(this.#timer);
    await this.#asking;
    try {
      const answer = await save(this.#isTaken ? this.id : undefined);
      this.#isTaken = false;
      return answer;
    } catch (error) {
      this.#isSaving = false;
      this.#later();
      throw error;
    }
  }

  #releaseHold(): void {
    if (!this.#isTaken) return;
    this.#isTaken = false;
    // An expired hold is gone already, so an error does not matter.
    this.#client.call(deleteInventoryHold, { params: { holdID: this.id } }, { keepalive: true }).catch(() => undefined);
  }

  #renew(): void {
    if (!this.#isTaken) return;
    if (Date.now() - this.#typedAt > longestIdle) this.#releaseHold();
    else this.#later();
  }

  #later(): void {
    clearTimeout(this.#timer);
    if (!this.#isOpen || this.#isSaving) return;
    this.#timer = setTimeout(() => this.#ask(), pause);
  }

  /** Sends one request at a time; changes during a request are sent after its answer. */
  #ask(): void {
    if (this.#asking) {
      this.#later();
      return;
    }
    const wanted = this.#want;
    this.#asking = this.#answersTo(wanted)
      .then((answers) => {
        this.#answers = answers;
        for (const listener of this.#listeners) listener();
      })
      .finally(() => {
        this.#asking = undefined;
        // The form was closed while the request was running.
        if (!this.#isOpen && !this.#isSaving) this.#releaseHold();
      });
  }

  async #answersTo({ lines, beyond, documentID, isTyped }: Want): Promise<Answers> {
    try {
      if (isTyped && (beyond.length || this.#isTaken)) return await this.#hold(lines, beyond);
    } catch {
      // Without a hold, availability can still be looked up.
    }
    try {
      return lines.length ? await this.#look(lines, documentID) : new Map();
    } catch {
      return new Map(lines.map(({ key }) => [key, null]));
    }
  }

  async #hold(lines: readonly FormLine[], beyond: readonly FormLine[]) {
    this.#isTaken = true;
    const body = {
      lines: beyond.map(({ itemID, quantity }) => ({ itemID, quantity })),
      expiresInSeconds: holdSeconds,
    };
    const hold = await this.#client.call(putInventoryHold, { params: { holdID: this.id }, body });
    this.#isTaken = beyond.length > 0;
    const today = dateIn(formats().settings.timeZone, new Date());
    const has: LineAvailability = { isAvailable: true, firstDate: today, short: 0 };
    const answers = new Map(lines.map(({ key }) => [key, has]));
    for (const [index, { key }] of beyond.entries()) {
      const line = hold.lines[index];
      if (line)
        answers.set(key, { isAvailable: line.isAvailable, firstDate: line.firstDate, short: shortOfHold(line) });
    }
    return answers;
  }

  async #look(lines: readonly FormLine[], documentID: string | undefined) {
    const { items } = await this.#client.call(promiseItems, {
      body: {
        lines: lines.map(({ itemID, quantity }) => ({ itemID, quantity })),
        ...(this.#isTaken ? { holdID: this.id } : {}),
        ...(documentID ? { documentID } : {}),
      },
    });
    return new Map(
      lines.flatMap(({ key }, index): [string, LineAvailability][] => {
        const line = items[index];
        if (!line) return [];
        return [[key, { isAvailable: line.isAvailable, firstDate: line.firstDate, short: shortOfPromise(line) }]];
      }),
    );
  }
}
