import type { RoleType } from '../../contracts/plugins/permission.ts';
import type { AccountContext } from '../context/context.ts';
import type { Services } from './services.ts';

/** The prepared records and values of a forbidden state. */
export interface PreparedState {
  /** Ids for parameters and fields, by the qualified table of the record. The first id is the essential one. */
  ids: Readonly<Record<string, readonly string[]>>;
  /** Other values by which endpoints select it, by name of field or filter: `{ sku: 'GLOVE' }`. */
  words?: Readonly<Record<string, string | number>>;
  /** Fixed values for fields of these names in all bodies, such as a version that the caller has seen before. */
  said?: Readonly<Record<string, unknown>>;
  /** Texts that no reply may contain. */
  hidden?: readonly string[];
  /** The customer whose people make the customers' calls; defaults to any customer of the account. */
  customerID?: string;
}

/**
 * A state in which an effect must not happen, and how to detect the effect. `doors.matrix` prepares it in an account
 * with demo records, calls every endpoint and checks after each call.
 */
export interface ForbiddenState {
  /** The forbidden effect: 'a customer sees a product of a closed line'. */
  name: string;
  prepare(ctx: AccountContext, services: Services): Promise<PreparedState>;
  /**
   * SQL for one row of numbers, none of which may rise in any call. It reads the account as
   * `current_setting('app.account_id')`. Without it the check looks for the `hidden` texts.
   */
  measure?(prepared: PreparedState): string;
  /** SQL that causes the effect in violation of the rule, as a faulty handler would. The measure has to detect it. */
  past?(prepared: PreparedState): string;
  /** Types of the calling roles; all of them by default. */
  as?: readonly Exclude<RoleType, 'api_key'>[];
  /**
   * Codes with which calls are refused when they reach the rule, each with the name of an endpoint that every run
   * calls. `accepted` is for a call that may succeed because it does not cause the effect.
   */
  meets: Readonly<Record<string, string>>;
}
