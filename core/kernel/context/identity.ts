import type { SignInFactor } from '../../credentials/decide-second-factor.ts';
import type { Actor } from './context.ts';

/** The sender of a request, before an account is chosen. */
export interface Identity {
  actor: Actor;
  /** Means of identification. A key takes precedence over a cookie. */
  via: 'cookie' | 'key' | 'widget';
  userID?: string;
  sessionID?: string;
  isOperator: boolean;
  /** For people: whether they have a second factor, and whether it has confirmed this session. */
  factor?: SignInFactor;
  /** For API keys and publishable keys: the only account of the key. */
  key?: { id: string; accountID: string };
  /** For visitors of widgets: whether the handler may see records of customers. */
  seesCustomers?: boolean;
}
