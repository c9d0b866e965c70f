import type { PortContext } from '@millwright/core/contracts';

/** Closed days of the books. Provided by commerce; used by inventory if it is present. */
export abstract class BooksPort {
  /** @throws 409 `period_closed` if the day (ISO date) is closed for bookings */
  abstract requireOpen(ctx: PortContext, day: string): Promise<void>;
}
