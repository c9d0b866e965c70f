import { Container, type ServiceIdentifier } from 'inversify';
import { Clock } from '../context/clock.ts';
import type { AccountContext } from '../context/context.ts';
import { BootError } from '../problems/boot-error.ts';
import type { AnyPlugin } from './plugin.ts';
import type { Contribution, Services } from './services.ts';
import { contributedTo, contributionsToken } from './services.ts';

/** The plugin that provides a port's implementation. */
const providerOf = new WeakMap<object, string>();

/**
 * An optional port for this call: undefined if no installed plugin provides it or its provider is not enabled for the
 * account. `portFor(ctx, this.#usage)?.usesOf(ctx, ids)`
 */
export function portFor<T extends object>(ctx: Pick<AccountContext, 'isEnabled'>, port: T | undefined): T | undefined {
  const provider = port && providerOf.get(port);
  return provider === undefined || ctx.isEnabled(provider) ? port : undefined;
}

/** The contributions of the plugins that are enabled for the account. */
export const enabledOf = <T extends object>(ctx: Pick<AccountContext, 'isEnabled'>, contributions: readonly T[]): T[] =>
  contributions.filter((contribution) => portFor(ctx, contribution) !== undefined);

/** Binds the ports of all plugins. The container never holds data of accounts. */
export function createServices(
  plugins: readonly AnyPlugin[],
  clock: Clock,
  env: Record<string, string | undefined>,
  bindKernel?: (container: Container, services: Services) => void,
): Services {
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(Clock).toConstantValue(clock);
  container
    .bind(contributionsToken)
    .toDynamicValue(() => plugins.flatMap((plugin) => contributionsOf(plugin, services)));
  const services: Services = {
    get: <T>(port: ServiceIdentifier<T>) => container.get(port),
    find: <T>(port: ServiceIdentifier<T>) => (container.isBound(port) ? container.get(port) : undefined),
    all: (port) => contributedTo(container.get(contributionsToken), port),
  };
  bindKernel?.(container, services);
  const faults: string[] = [];
  for (const plugin of plugins) {
    const parsed = plugin.config?.safeParse(env);
    if (parsed && !parsed.success) {
      faults.push(
        ...parsed.error.issues.map(
          ({ path, message }: { path: PropertyKey[]; message: string }) =>
            `Plugin "${plugin.id}": the setting ${path.join('.')} ${message}`,
        ),
      );
      continue;
    }
    plugin.bind?.(container, parsed?.data);
    for (const port of plugin.provides ?? [])
      if (container.isBound(port))
        container.onActivation(port, (_, implementation) => {
          if (typeof implementation === 'object' && implementation) providerOf.set(implementation, plugin.id);
          return implementation;
        });
  }
  for (const plugin of plugins)
    for (const port of plugin.provides ?? [])
      if (!container.isBound(port))
        faults.push(`Plugin "${plugin.id}" says that it provides ${port.name} but does not bind it: bind it in bind()`);
  if (faults.length) throw new BootError(faults);
  return services;
}

function contributionsOf(plugin: AnyPlugin, services: Services): Contribution[] {
  const contributions = plugin.contributes?.(services) ?? [];
  for (const { implementation } of contributions) providerOf.set(implementation, plugin.id);
  return contributions;
}
