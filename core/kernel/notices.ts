type Teller = (subject: string) => void;

const tellers = new Set<Teller>();

/**
 * What other processes of the installation have to forget: `access acc_...` (who may do what in an account),
 * `sessions`. A shortcut beside the lives of what is cached: one that is lost costs seconds.
 */
export const notices = {
  /** Called after a commit. */
  tell(subject: string): void {
    for (const teller of tellers) teller(subject);
  },
  /** Hears what this process tells, until the answered function is called. */
  onTell(teller: Teller): () => void {
    tellers.add(teller);
    return () => tellers.delete(teller);
  },
};
