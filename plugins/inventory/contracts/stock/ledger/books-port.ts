import type { PortContext } from '@millwright/core/contracts';

/** Which days of the books are closed. Consumed by inventory where it is provided; provided by commerce. */
export abstract class BooksPort {
  /** @throws 409 `period_closed` where nothing of the day, an ISO date, may be written any more */
  abstract requireOpen(ctx: PortContext, day: string): Promise<void>;
}
