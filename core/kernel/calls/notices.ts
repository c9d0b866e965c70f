type Teller = (subject: string) => void;

const tellers = new Set<Teller>();

/**
 * Notices to other processes to drop cached data: `access acc_...` (rights in an account), `sessions`. Caches also
 * expire by themselves, so a lost notice only costs seconds.
 */
export const notices = {
  /** Sends a notice; called after a commit. */
  tell(subject: string): void {
    for (const teller of tellers) teller(subject);
  },
  /** Calls the function with each notice of this process. Returns a function that ends this. */
  onTell(teller: Teller): () => void {
    tellers.add(teller);
    return () => tellers.delete(teller);
  },
};
