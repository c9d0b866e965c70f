/** Largest gap in milliseconds between two keys of a scanner; people are slower. */
export const longestGap = 35;
/** Shortest scan in characters, because SKUs may be as short. No person types two keys and Enter within 70 ms. */
const shortestScan = 2;

/** Distinguishes scans from typing by the time between keys. */
export class WedgeBuffer {
  #text = '';
  #last = Number.NEGATIVE_INFINITY;

  /** Adds a character with its time; returns whether it begins a new text. */
  add(character: string, at: number): boolean {
    const isFirst = at - this.#last > longestGap;
    this.#text = isFirst ? character : this.#text + character;
    this.#last = at;
    return isFirst;
  }

  /** Handles Enter or Tab: returns the scan that it ends, or undefined for a person's key. */
  end(at: number): string | undefined {
    const text = this.#text;
    const isScan = at - this.#last <= longestGap && text.length >= shortestScan;
    this.clear();
    return isScan ? text : undefined;
  }

  clear(): void {
    this.#text = '';
    this.#last = Number.NEGATIVE_INFINITY;
  }
}
