import type { ServiceIdentifier } from 'inversify';

/** A port is an abstract class, which serves as injection token and type. */
export type Port<T = unknown> = (abstract new (
  ...args: never[]
) => T) & {
  /** Id of the providing plugin, as a static member; boot errors name it if it is missing. */
  readonly providedBy?: string;
};

/** Looks up bound ports and services; `get` throws an error that names an unbound port. */
export interface Services {
  get<T>(port: ServiceIdentifier<T>): T;
  /** The port, or undefined if no installed plugin provides it. */
  find<T>(port: ServiceIdentifier<T>): T | undefined;
  /** All plugins' contributions to a port; `enabledOf(ctx, ...)` selects those of the account's plugins. */
  all<T extends object>(port: Port<T>): T[];
}

/** A plugin's implementation of a port that several plugins implement. */
export interface Contribution {
  port: Port;
  implementation: object;
}

/** Contributes to a port of another domain: `contribution(ItemUsePort, new OrdersOfItem())`. */
export const contribution = <T extends object>(port: Port<T>, implementation: T): Contribution => ({
  port,
  implementation,
});

/** The contributions of all plugins. */
export const contributionsToken = Symbol('contributions') as ServiceIdentifier<Contribution[]>;

/** The implementations that plugins contribute to a port. */
export const contributedTo = <T extends object>(contributions: readonly Contribution[], port: Port<T>): T[] =>
  contributions.filter((each) => each.port === port).map(({ implementation }) => implementation as T);
