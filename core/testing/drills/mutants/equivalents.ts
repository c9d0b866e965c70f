/** A mutant without any observable effect. */
interface Equivalent {
  path: string;
  /** The original code, as the run prints it. */
  was: string;
  why: string;
}

/** Mutants that no test can catch, each with the reason; `npm run mutants` skips them. */
export const equivalents: readonly Equivalent[] = [
  {
    path: 'plugins/commerce/server/purchasing/receiving-order/receiving-order.service.ts',
    was: 'touchedReceiving(ctx);',
    why: 'Receiving orders alone show a note, and their own endpoint touches them; recounting touches the rest',
  },
];
