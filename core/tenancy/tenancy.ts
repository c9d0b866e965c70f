import type { Logger } from 'pino';
import type { Registry } from '../boot/registry.ts';
import type { PasswordHashing } from '../credentials/password-hash.ts';
import type { Database } from '../database/database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { AccountContext } from '../kernel/context.ts';
import type { WorkSizes } from '../kernel/work-sizes.ts';

/**
 * What turning an account id into a transaction needs; the kernel binds one per process as this token:
 * `container.bind(Tenancy).toConstantValue({ database, registry, ... })`.
 */
export abstract class Tenancy {
  abstract readonly database: Database;
  abstract readonly registry: Registry;
  abstract readonly clock: Clock;
  abstract readonly log: Logger;
  abstract readonly passwords: PasswordHashing;
  /** Address people reach the installation at, without a slash at the end. */
  abstract readonly baseURL: string;
  abstract readonly sizes: Readonly<WorkSizes>;
  /** Whether anything in this installation subscribes to events of this type. */
  abstract isHeard(eventType: string): boolean;
  /** Runs the plugin's `account.onEnable`, if it has one, with its services. */
  abstract onPluginEnabled(ctx: AccountContext, pluginID: string): Promise<void>;
}
