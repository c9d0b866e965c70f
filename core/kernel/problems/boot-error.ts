/** All faults of an installation, found before anything starts: one line per fault, naming both sides and the fix. */
export class BootError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`Millwright cannot start:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'BootError';
    this.faults = faults;
  }
}
