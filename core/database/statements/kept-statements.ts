import type { Client } from 'pg';
import { PlannedStatements } from './planned-statements.ts';
import { noteStaleStatement, timesForgotten } from './stale-statements.ts';

/** The part of pg's connection that lists the statements it has named. */
interface NamedStatements {
  connection: { parsedStatements: Record<string, string> };
}

/** The kept statements of one connection: their names, and what PostgreSQL and pg have to drop. */
export class KeptStatements {
  readonly #client: NamedStatements;
  readonly #send: (text: string) => Promise<unknown>;
  readonly #planned: PlannedStatements;
  /** Last known value of `timesForgotten`. */
  #forgotten = timesForgotten();

  /** `send` sends a statement past the client's own `query`. */
  constructor(client: Client, send: (text: string) => Promise<unknown>, mostKept?: number) {
    // The types of pg leave out the connection.
    this.#client = client as unknown as NamedStatements;
    this.#send = send;
    this.#planned = new PlannedStatements(mostKept);
  }

  /** The name under which the statement is sent; undefined the first time. Makes room for it first if needed. */
  named(sent: string): { name: string; text: string } | undefined {
    const kept = this.#planned.keptAs(sent);
    if (!kept) return undefined;
    const { name, text, evicted } = kept;
    if (evicted) {
      delete this.#client.connection.parsedStatements[evicted];
      this.#tell(`deallocate ${evicted}`);
    }
    return { name, text };
  }

  /** Whether some connection has found statements out of date since this one dropped its own. */
  get #isStale(): boolean {
    return this.#forgotten !== timesForgotten();
  }

  /** Drops all statements if they may be out of date. Called between transactions, so that no name is lost in one. */
  dropStale(): void {
    if (!this.#isStale) return;
    this.#forgotten = timesForgotten();
    this.#planned.clear();
    this.#client.connection.parsedStatements = {};
    this.#tell('deallocate all');
  }

  /** Handles the failure of a kept statement. */
  noteFailure(error: Error): void {
    noteStaleStatement(error, this.#forgotten);
  }

  /** A connection that fails here fails the next statement too. */
  #tell(text: string): void {
    this.#send(text).catch(() => {});
  }
}
