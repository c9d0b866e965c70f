import { Resolver } from 'node:dns/promises';

/** TXT records of a domain, which prove its ownership. */
export interface DomainTexts {
  /** The texts; empty for a name without any. Rejects if the name servers do not respond in time. */
  of(name: string): Promise<readonly string[]>;
}

const longestWait = 3_000;
const tries = 2;
/** Further texts, and the rest of longer ones, are ignored. */
const mostTexts = 50;
const longestText = 500;

/** Error codes for a missing name, and a name without texts. */
const nothing: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/** Queries the name servers of this machine. */
export const askNameServers: DomainTexts = {
  async of(name) {
    try {
      const found = await new Resolver({ timeout: longestWait, tries }).resolveTxt(name);
      // DNS splits a text into pieces of at most 255 bytes.
      return found.slice(0, mostTexts).map((pieces) => pieces.join('').slice(0, longestText));
    } catch (error) {
      if (nothing.has((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw error;
    }
  },
};
