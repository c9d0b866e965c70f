import { Resolver } from 'node:dns/promises';

/** Texts that a domain publishes under a name (TXT records), as proofs of whose it is. */
export interface DomainTexts {
  /** None where the name has none; rejects where nobody answers in time. */
  of(name: string): Promise<readonly string[]>;
}

const longestWait = 3_000;
const tries = 2;
/** A name that lists more, or longer ones, is read so far. */
const mostTexts = 50;
const longestText = 500;

/** There is no such name, or it has no texts. */
const nothing: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/** Asks the name servers of this machine. */
export const askNameServers: DomainTexts = {
  async of(name) {
    try {
      const found = await new Resolver({ timeout: longestWait, tries }).resolveTxt(name);
      // A text is cut into pieces of 255 bytes on the way.
      return found.slice(0, mostTexts).map((pieces) => pieces.join('').slice(0, longestText));
    } catch (error) {
      if (nothing.has((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw error;
    }
  },
};
