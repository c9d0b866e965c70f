import type { AccountContext } from '@millwright/core/server';

/** Whether and how the account takes cards. */
export abstract class CardPayment {
  /** Whether customers are offered to pay by card. */
  abstract isOffered(ctx: AccountContext): Promise<boolean>;
}
