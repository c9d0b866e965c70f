import type { RoleType } from '../contracts/permission.ts';
import type { AccountContext } from './context.ts';
import type { Services } from './plugin.ts';

/** What a state is made of. */
export interface PreparedState {
  /** Ids that doors take, by the qualified table of the record: the first is the one that matters. */
  ids: Readonly<Record<string, readonly string[]>>;
  /** What else doors take it by, under the names of fields and filters: `{ sku: 'GLOVE' }`. */
  words?: Readonly<Record<string, string>>;
  /** Texts that may stand in no answer. */
  hidden?: readonly string[];
  /** Whose people call where customers do; else some customer of the account. */
  customerID?: string;
}

/**
 * A state in which something must not happen, and how to see that it did. `doors.matrix` makes it in an account with
 * the records of the demo, goes through all doors of today and tomorrow, and looks after each.
 */
export interface ForbiddenState {
  /** What must not happen: 'a customer sees a product of a closed line'. */
  name: string;
  prepare(ctx: AccountContext, services: Services): Promise<PreparedState>;
  /**
   * SQL of one number that no call may raise, as `value`; it reads the account as `current_setting('app.account_id')`.
   * Without it the `hidden` texts are what to look for.
   */
  measure?(prepared: PreparedState): string;
  /** Types of the roles that go through the doors; all of them unless it says so. */
  as?: readonly Exclude<RoleType, 'api_key'>[];
}
