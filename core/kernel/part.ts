import type { Container, Newable, ServiceIdentifier } from 'inversify';
import { z } from 'zod';
import type { AnyPlugin, PluginDefinition } from './plugin.ts';

/** What an aggregate contributes to its plugin; declared in the aggregate's own folder. */
export interface Part
  extends Pick<
    PluginDefinition,
    | 'permissions'
    | 'problems'
    | 'entities'
    | 'provides'
    | 'contributes'
    | 'consumes'
    | 'routes'
    | 'events'
    | 'subscriptions'
    | 'jobs'
    | 'views'
    | 'screens'
    | 'slots'
    | 'fills'
    | 'widgets'
    | 'records'
    | 'recordSources'
    | 'references'
    | 'numbering'
    | 'notifications'
    | 'emails'
    | 'invariants'
    | 'forbids'
    | 'changeSets'
    | 'imports'
    | 'samples'
    | 'demo'
  > {
  /**
   * Services of the part, made once for the process: `[service(CarrierService), service(OrderService, CataloguePort)]`.
   */
  services?: readonly Binding[];
  /** What an account can set about the part; the names are the plugin's. */
  settings?: z.ZodObject;
  /** Seeds what an account needs; see `PluginDefinition.account`. */
  onEnable?: NonNullable<PluginDefinition['account']>['onEnable'];
}

/** A class that the container makes, and under which identifier. */
export type Binding = (container: Container) => void;

/** Where a class gets its arguments from. */
type Dependencies<Arguments extends readonly unknown[]> = {
  [Index in keyof Arguments]: ServiceIdentifier<Exclude<Arguments[Index], undefined>> | OptionalDependency;
};
interface OptionalDependency {
  serviceIdentifier: ServiceIdentifier;
  optional: true;
}

/** A dependency that is undefined where no installed plugin provides it. */
export const optional = (port: ServiceIdentifier): OptionalDependency => ({ serviceIdentifier: port, optional: true });

/** Binds a class to itself: `service(SalesOrderService, CataloguePort, OrderPromises)`. */
export const service = <Arguments extends readonly unknown[], T>(
  made: abstract new (...args: [...Arguments]) => T,
  ...dependencies: Dependencies<Arguments>
): Binding => implementation(made as ServiceIdentifier<T>, made, ...dependencies);

/** Binds a class to a port: `implementation(CataloguePort, CatalogueService)`. */
export const implementation =
  <Arguments extends readonly unknown[], T>(
    port: ServiceIdentifier<T>,
    made: abstract new (...args: [...Arguments]) => T,
    ...dependencies: Dependencies<Arguments>
  ): Binding =>
  (container) => {
    const Made = made as Newable<T>;
    container.bind(port).toResolvedValue((...args: unknown[]) => new Made(...args), dependencies as never);
  };

/** Declares what an aggregate contributes; `plugin.ts` lists it in `parts`. */
export const definePart = (part: Part): Part => part;

/** Everything that is a list in a part and simply follows that of the part before it. */
const lists = [
  'permissions',
  'entities',
  'provides',
  'events',
  'views',
  'screens',
  'slots',
  'fills',
  'widgets',
  'records',
  'references',
  'numbering',
  'notifications',
  'emails',
  'invariants',
  'forbids',
  'samples',
] as const;

/** The same for what a part makes of the bound services. */
const made = ['routes', 'contributes', 'subscriptions', 'jobs', 'recordSources', 'changeSets', 'imports'] as const;

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** A plugin with all that its parts contribute, in their order; what the plugin says itself comes first. */
export function withParts({ parts, ...own }: AnyPlugin): AnyPlugin {
  if (!parts?.length) return own;
  const all: readonly Part[] = [own, ...parts];
  const joined: Record<string, unknown> = {};
  for (const name of lists) joined[name] = all.flatMap((part): readonly unknown[] => part[name] ?? []);
  for (const name of made)
    joined[name] = (services: never) => all.flatMap((part) => (part[name]?.(services) ?? []) as readonly unknown[]);
  const from = (kind: 'required' | 'optional') => unique(all.flatMap(({ consumes }) => consumes?.[kind] ?? []));
  return {
    ...own,
    ...joined,
    problems: { declarations: Object.assign({}, ...all.map(({ problems }) => problems?.declarations)) },
    consumes: { required: from('required'), optional: from('optional') },
    bind(container, config) {
      own.bind?.(container, config);
      for (const { services = [] } of parts) for (const bind of services) bind(container);
    },
    account: {
      ...own.account,
      settings: z.object(
        Object.assign({}, own.account?.settings?.shape, ...parts.map(({ settings }) => settings?.shape)),
      ),
      async onEnable(ctx, services) {
        await own.account?.onEnable?.(ctx, services);
        for (const part of parts) await part.onEnable?.(ctx, services);
      },
    },
    async demo(ctx, random, services) {
      for (const part of all) await part.demo?.(ctx, random, services);
    },
  };
}
