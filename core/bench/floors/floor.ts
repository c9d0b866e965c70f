/** The same work with `pg` alone: hand-written SQL without validation, rights or log. */
export interface Floor {
  writes: boolean;
  /** Database role of the floor; the tenant role by default. */
  role?: 'auth';
  /** One operation inside a transaction with the account set; returns the data of the reply. */
  run(ask: FloorQuery, turn: number): Promise<unknown>;
}

/** Runs a named prepared statement; returns its rows. */
export type FloorQuery = (name: string, text: string, values: unknown[]) => Promise<Record<string, unknown>[]>;
