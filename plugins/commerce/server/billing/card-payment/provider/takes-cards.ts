import { type AccountContext, isConnected } from '@millwright/core/server';

/** Whether customers can pay by card. Demo accounts use the practice provider. */
export const takesCards = async (ctx: AccountContext): Promise<boolean> =>
  ctx.account.isDemo || (await isConnected(ctx, 'stripe'));

/** Whether and how the account takes cards. */
export abstract class CardPayment {
  /** Whether customers are offered to pay by card. */
  abstract isOffered(ctx: AccountContext): Promise<boolean>;
}
