import { isoDate } from '@millwright/core/contracts';
import { z } from 'zod';

/** What an account sets about its books. */
export const billingSettings = z.object({
  /** Nothing dated on or before this day is written, voided or corrected any more. */
  booksClosedThrough: isoDate.nullable().default(null),
});
