import { defineProblems } from '@millwright/core/contracts';
import { mostLiveHolds } from './inventory-hold.contract.ts';

/** What the promise ledger refuses, beside `insufficient_stock`. */
export const promiseProblems = defineProblems({
  /** Holds are for orders that are being typed, not for hoarding. */
  too_many_holds: { status: 409, message: `At most ${mostLiveHolds} holds at a time; give one back first` },
  /** The people of a customer hold no more together than they could order; `details.most` has the limits. */
  holds_beyond_orders: { status: 409, message: 'More would be held than you could order; save an order first' },
  /** Nobody keeps stock from others by holding it again and again; `details.retryAt` says when it can be held anew. */
  holding_too_long: {
    status: 409,
    message: 'Stock was held for too long without an order; it can be held again later',
  },
  /** Nothing is left to come of an expected receipt. */
  expected_receipt_closed: { status: 409, message: 'This expected receipt is closed; reopen it first' },
});
