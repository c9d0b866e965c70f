/** Most milliseconds between two keys of a scanner; people are slower. */
export const longestGap = 35;
/** Fewest characters of a scan: SKUs can be as short. Two keys and Enter within 70 ms are nobody's fingers. */
const shortestScan = 2;

/** Tells what a scanner types from what a person types, by the time between keys. */
export class WedgeBuffer {
  #text = '';
  #last = Number.NEGATIVE_INFINITY;

  /** A character at this time; answers whether it begins anew. */
  add(character: string, at: number): boolean {
    const isFirst = at - this.#last > longestGap;
    this.#text = isFirst ? character : this.#text + character;
    this.#last = at;
    return isFirst;
  }

  /** Enter or Tab at this time: the scan that it ends, or undefined where a person pressed it. */
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
