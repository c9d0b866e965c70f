import type { SignInFactor } from '../credentials/decide-second-factor.ts';
import type { Actor } from './context.ts';

/** Who a request comes from, before any account is chosen. */
export interface Identity {
  actor: Actor;
  /** Through which door: a key wins over a cookie where both are present. */
  via: 'cookie' | 'key' | 'widget';
  userID?: string;
  sessionID?: string;
  isOperator: boolean;
  /** Of people: whether they have a second factor, and whether it has confirmed this sign-in. */
  factor?: SignInFactor;
  /** Set for API keys and publishable keys: the one account they belong to. */
  key?: { id: string; accountID: string };
  /** Set for visitors of widgets: whether the work may see records of customers. */
  seesCustomers?: boolean;
}
