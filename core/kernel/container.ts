import { Container, type ServiceIdentifier } from 'inversify';
import { BootError } from './boot-error.ts';
import { Clock } from './clock.ts';
import type { AnyPlugin, Services } from './plugin.ts';

/** Binds the ports of all plugins; tenant data never enters the container. */
export function createServices(
  plugins: readonly AnyPlugin[],
  clock: Clock,
  env: Record<string, string | undefined>,
): Services {
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(Clock).toConstantValue(clock);
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
  }
  for (const plugin of plugins)
    for (const port of plugin.provides ?? [])
      if (!container.isBound(port))
        faults.push(`Plugin "${plugin.id}" says that it provides ${port.name} but does not bind it: bind it in bind()`);
  if (faults.length) throw new BootError(faults);
  return {
    get: <T>(port: ServiceIdentifier<T>) => container.get(port),
    find: <T>(port: ServiceIdentifier<T>) => (container.isBound(port) ? container.get(port) : undefined),
  };
}
