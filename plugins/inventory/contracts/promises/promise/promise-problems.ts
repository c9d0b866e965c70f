import { defineProblems } from '@millwright/core/contracts';
import { mostLiveHolds } from './inventory-hold.contract.ts';

/** What the promise ledger refuses, beside `insufficient_stock`. */
export const promiseProblems = defineProblems({
  /** Holds are for orders that are being typed, not for hoarding. */
  too_many_holds: { status: 409, message: `At most ${mostLiveHolds} holds at a time; give one back first` },
  /** Nothing is left to come of an expected receipt. */
  expected_receipt_closed: { status: 409, message: 'This expected receipt is closed; reopen it first' },
});
