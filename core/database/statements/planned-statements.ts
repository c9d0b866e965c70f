/** Most statements that a connection keeps where the setting says nothing. */
export const usuallyKept = 200;

/** Statements of this process: kept by some connection, and given up for newer ones since it started. */
export const plannedCounts = { planned: 0, evicted: 0 };

/** Texts that were sent lately: one string serves all connections, however many of them keep a statement of it. */
const texts = new Map<string, string>();
const mostTexts = 4000;

/** Texts that this process has sent lately, whichever connection took them. */
export const sentTexts = (): Iterable<string> => texts.keys();

function sharedText(text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  texts.set(text, text);
  if (texts.size > mostTexts) texts.delete(texts.keys().next().value as string);
  return text;
}

/** A statement under the name that the connection keeps it by. */
interface KeptStatement {
  name: string;
  text: string;
  /** The one that the connection has to forget first to have room. */
  evicted?: string;
}

/**
 * The names under which a connection keeps statements: those that it is sent a second time. What is sent once leaves
 * nothing behind; those asked for longest ago make room for new ones.
 */
export class PlannedStatements {
  readonly #most: number;
  /** By text, the one asked for longest ago first. */
  readonly #names = new Map<string, string>();
  /** Sent once so far. */
  readonly #once = new Set<string>();
  #made = 0;

  constructor(most = usuallyKept) {
    this.#most = most;
  }

  /** How the statement is kept; undefined where it is sent for the first time. */
  keptAs(sent: string): KeptStatement | undefined {
    const known = this.#names.get(sent);
    if (known) {
      this.#names.delete(sent);
      this.#names.set(sent, known);
      return { name: known, text: sent };
    }
    const text = sharedText(sent);
    if (!this.#once.delete(text)) {
      this.#once.add(text);
      if (this.#once.size > this.#most * 2) this.#once.delete(this.#once.values().next().value as string);
      return undefined;
    }
    // A name is never used again: a connection that could not forget its statement still has it.
    this.#made += 1;
    const name = `planned_${this.#made}`;
    this.#names.set(text, name);
    plannedCounts.planned += 1;
    const [oldest] = this.#names;
    if (this.#names.size <= this.#most || !oldest) return { name, text };
    this.#names.delete(oldest[0]);
    plannedCounts.evicted += 1;
    return { name, text, evicted: oldest[1] };
  }

  /** Forgets all, as the connection does; names that were given are not given again. */
  clear(): void {
    this.#names.clear();
    this.#once.clear();
  }
}
