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
/** Seconds that a hold stands, and milliseconds after which it is renewed while the form is open. */
const holdSeconds = 600;
const renewal = 240_000;
/** A form that nobody types in for so long gives back what it holds. */
const longestIdle = 1_800_000;

/** By the key of the line; null where it could not be looked up. */
export type Answers = ReadonlyMap<string, LineAvailability | null>;

interface Want {
  lines: readonly FormLine[];
  /** The lines beyond what the order has already; they are what is held. */
  beyond: readonly FormLine[];
  /** The order that is edited: what it has counts as free. */
  documentID: string | undefined;
  /** False where nothing was typed yet: then it is asked what there is, and nothing is held. */
  isTyped: boolean;
}

const nothing: Want = { lines: [], beyond: [], documentID: undefined, isTyped: false };

/** What is missing of a line, where the person is told figures. */
const shortOfHold = ({ wanted, held }: InventoryHoldLine): number | null =>
  held && Math.max(wanted.measure - held.measure, 0);
const shortOfPromise = ({ wanted, availableToPromise }: ItemPromise): number | null =>
  availableToPromise && Math.max(wanted.measure - Math.max(availableToPromise.measure, 0), 0);

/**
 * The hold of an order form: what the lines want is set aside from the first keystroke, a moment after each change,
 * renewed while the form is open and given back with it. Where it cannot be held the answer only says what there is;
 * nothing here stops typing.
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

  /** What is known of lines, by their key; lines that changed meanwhile are not in it. */
  readonly answers = (): Answers => this.#answers;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Says what the lines want now; the same again is no news. */
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

  /** Gives back what is held, also where the page is being left. */
  close(): void {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    clearInterval(this.#renewal);
    this.#giveBack();
  }

  /**
   * Saves with the id of what is held, undefined where nothing is. What is still on its way is waited for: it would
   * take the stock once more. Where saving does not work the form goes on holding.
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

  #giveBack(): void {
    if (!this.#isTaken) return;
    this.#isTaken = false;
    // One that has run out is gone already.
    this.#client.call(deleteInventoryHold, { params: { holdID: this.id } }, { keepalive: true }).catch(() => undefined);
  }

  #renew(): void {
    if (!this.#isTaken) return;
    if (Date.now() - this.#typedAt > longestIdle) this.#giveBack();
    else this.#later();
  }

  #later(): void {
    clearTimeout(this.#timer);
    if (!this.#isOpen || this.#isSaving) return;
    this.#timer = setTimeout(() => this.#ask(), pause);
  }

  /** One question at a time: what changes meanwhile is asked for once it is answered. */
  #ask(): void {
    if (this.#asking) {
      this.#later();
      return;
    }
    const asked = this.#want;
    this.#asking = this.#answersTo(asked)
      .then((answers) => {
        this.#answers = answers;
        for (const listener of this.#listeners) listener();
      })
      .finally(() => {
        this.#asking = undefined;
        // The form went while the stock was being taken.
        if (!this.#isOpen && !this.#isSaving) this.#giveBack();
      });
  }

  async #answersTo({ lines, beyond, documentID, isTyped }: Want): Promise<Answers> {
    try {
      if (isTyped && (beyond.length || this.#isTaken)) return await this.#hold(lines, beyond);
    } catch {
      // Held is nothing then; what there is can still be told.
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
