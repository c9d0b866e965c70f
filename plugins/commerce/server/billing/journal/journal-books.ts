import type { AccountContext } from '@millwright/core/server';
import { BooksPort } from '@millwright/inventory/contracts';
import { refuseClosed } from './books.ts';

/** Tells inventory which days of the journal are closed. */
export class JournalBooks extends BooksPort {
  override requireOpen(ctx: AccountContext, day: string): Promise<void> {
    return refuseClosed(ctx, [day]);
  }
}
