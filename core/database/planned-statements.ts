/** Most statements that a connection keeps planned. */
export const mostPlanned = 200;

/** Statements of this process: planned by some connection, and given up for newer ones since it started. */
export const plannedCounts = { planned: 0, evicted: 0 };

/** The names under which a connection keeps statements planned; those asked for longest ago make room for new ones. */
export class PlannedStatements {
  /** By text, the one asked for longest ago first. */
  readonly #names = new Map<string, string>();
  #made = 0;

  /** The name of a statement, and the one that the connection has to forget first to have room for it. */
  nameOf(text: string): { name: string; evicted?: string } {
    const known = this.#names.get(text);
    // A name is never used again: a connection that could not forget its statement still has it.
    const name = known ?? `planned_${++this.#made}`;
    this.#names.delete(text);
    this.#names.set(text, name);
    if (known) return { name };
    plannedCounts.planned += 1;
    const [oldest] = this.#names;
    if (this.#names.size <= mostPlanned || !oldest) return { name };
    this.#names.delete(oldest[0]);
    plannedCounts.evicted += 1;
    return { name, evicted: oldest[1] };
  }
}
