import type { Logger } from 'pino';
import type { Registry } from '../boot/registry/registry.ts';
import type { PasswordHashing } from '../credentials/password-hash.ts';
import type { Database } from '../database/database.ts';
import type { Clock } from '../kernel/context/clock.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import type { WorkSizes } from '../kernel/context/work-sizes.ts';

/**
 * Dependencies for opening a transaction in an account. The kernel binds one per process to this token:
 * `container.bind(Tenancy).toConstantValue({ database, registry, ... })`.
 */
export abstract class Tenancy {
  abstract readonly database: Database;
  abstract readonly registry: Registry;
  abstract readonly clock: Clock;
  abstract readonly log: Logger;
  abstract readonly passwords: PasswordHashing;
  /** Address of the installation without a trailing slash. */
  abstract readonly baseURL: string;
  abstract readonly sizes: Readonly<WorkSizes>;
  /** Whether an installed plugin subscribes to events of this type. */
  abstract isHeard(eventType: string): boolean;
  /** Runs the plugin's `account.onEnable`, if any, with its services. */
  abstract onPluginEnabled(ctx: AccountContext, pluginID: string): Promise<void>;
}
