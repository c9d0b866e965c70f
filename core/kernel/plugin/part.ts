import type { Newable, ServiceIdentifier } from 'inversify';
import type { Binding, Part } from './plugin.ts';
import type { Contribution, Port } from './services.ts';
import { contributedTo, contributionsToken } from './services.ts';

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

type Dependency = ServiceIdentifier | OptionalDependency | EveryDependency<object>;

const isOfEvery = (dependency: Dependency): dependency is EveryDependency<object> =>
  typeof dependency === 'object' && 'every' in dependency;

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
    const asked: readonly Dependency[] = dependencies;
    const given = (value: unknown, index: number): unknown => {
      const dependency = asked[index];
      return dependency !== undefined && isOfEvery(dependency)
        ? contributedTo(value as readonly Contribution[], dependency.every)
        : value;
    };
    container.bind(port).toResolvedValue(
      (...args: unknown[]) => create(...(args.map(given) as [...Arguments])),
      asked.map((dependency) => (isOfEvery(dependency) ? contributionsToken : dependency)),
    );
  };

/** Declares the contributions of an aggregate; `plugin.ts` lists it in `parts`. */
export const definePart = (part: Part): Part => part;
