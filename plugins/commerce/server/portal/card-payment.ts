import type { AccountContext } from '@millwright/core/server';

/** Whether and how the account takes cards. */
export abstract class CardPayment {
  /** Whether customers are offered to pay by card. */
  abstract isOffered(ctx: AccountContext): Promise<boolean>;
}

/** An account without a card provider. */
export class NoCardPayment extends CardPayment {
  override async isOffered(): Promise<boolean> {
    return false;
  }
}
