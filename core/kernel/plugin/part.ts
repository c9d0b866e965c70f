import type { Container, Newable, ServiceIdentifier } from 'inversify';
import { z } from 'zod';
import { contributedTo, contributionsToken } from './container.ts';
import type { AnyPlugin, Contribution, PluginDefinition, Port } from './plugin.ts';

/** The contributions of an aggregate to its plugin, declared in the aggregate's folder. */
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
   * Services of the part, created once per process: `[service(OptionService), service(OrderService, CataloguePort)]`.
   */
  services?: readonly Binding[];
  /** Settings of the part per account. Their names are unique in the plugin. */
  settings?: z.ZodObject;
  /** Creates the records that an account needs; see `PluginDefinition.account`. */
  onEnable?: NonNullable<PluginDefinition['account']>['onEnable'];
}

/** Binds a class in the container. */
export type Binding = (container: Container) => void;

/** Sources of arguments. */
type Dependencies<Arguments extends readonly unknown[]> = {
  [Index in keyof Arguments]:
    | ServiceIdentifier<Exclude<Arguments[Index], undefined>>
    | OptionalDependency
    | (Arguments[Index] extends readonly (infer T extends object)[] ? EveryDependency<T> : never);
};
interface OptionalDependency {
  serviceIdentifier: ServiceIdentifier;
  optional: true;
}
interface EveryDependency<T extends object> {
  every: Port<T>;
}

/** A dependency that is undefined if no installed plugin provides it. */
export const optional = (port: ServiceIdentifier): OptionalDependency => ({ serviceIdentifier: port, optional: true });

/**
 * All implementations that plugins contribute to a port; `enabledOf` leaves those of an account. None of them may need
 * the service itself.
 */
export const every = <T extends object>(port: Port<T>): EveryDependency<T> => ({ every: port });

/** Binds a class to itself: `service(SalesOrderService, CataloguePort, OrderPromises)`. */
export const service = <Arguments extends readonly unknown[], T>(
  made: abstract new (...args: [...Arguments]) => T,
  ...dependencies: Dependencies<Arguments>
): Binding => implementation(made as ServiceIdentifier<T>, made, ...dependencies);

/** Binds a class to a port: `implementation(CataloguePort, CatalogueService)`. */
export const implementation = <Arguments extends readonly unknown[], T>(
  port: ServiceIdentifier<T>,
  made: abstract new (...args: [...Arguments]) => T,
  ...dependencies: Dependencies<Arguments>
): Binding => {
  const Made = made as Newable<T>;
  return created(port, (...args: [...Arguments]) => new Made(...args), ...dependencies);
};

/** Binds what a function creates, such as a service that needs settings of the installation. */
export const created =
  <Arguments extends readonly unknown[], T>(
    port: ServiceIdentifier<T>,
    create: (...args: [...Arguments]) => T,
    ...dependencies: Dependencies<Arguments>
  ): Binding =>
  (container) => {
    const asked = dependencies as readonly (ServiceIdentifier | OptionalDependency | EveryDependency<object>)[];
    const portOf = (index: number) => {
      const dependency = asked[index];
      return typeof dependency === 'object' && 'every' in dependency ? dependency.every : undefined;
    };
    const given = (value: unknown, index: number): unknown => {
      const contributed = portOf(index);
      return contributed ? contributedTo(value as readonly Contribution[], contributed) : value;
    };
    container
      .bind(port)
      .toResolvedValue(
        (...args: unknown[]) => create(...(args.map(given) as [...Arguments])),
        asked.map((dependency, index) => (portOf(index) ? contributionsToken : dependency)) as never,
      );
  };

/** Declares the contributions of an aggregate; `plugin.ts` lists it in `parts`. */
export const definePart = (part: Part): Part => part;

/** Lists that are concatenated over the parts. */
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

/** Functions of the bound services whose results are concatenated over the parts. */
const made = ['routes', 'contributes', 'subscriptions', 'jobs', 'recordSources', 'changeSets', 'imports'] as const;

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** A plugin with the contributions of all its parts in order, after its own. */
export function withParts({ parts = [], ...own }: AnyPlugin): AnyPlugin {
  if (!parts.length && !own.services) return own;
  const { services: _, ...contributed } = own;
  const all: readonly Part[] = [contributed, ...parts];
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
      for (const bind of own.services?.(config) ?? []) bind(container);
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
