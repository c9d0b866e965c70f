import {
  Configuration,
  type EntityManager,
  type EntitySchema,
  MikroORM,
  type Options,
  PostgreSqlDriver,
  UnderscoreNamingStrategy,
} from '@mikro-orm/postgresql';
import { ParameterDriver } from './connections/parameter-connection.ts';
import { parseDatabaseUrl } from './schema/roles.ts';
import { PipelinedClient } from './statements/pipelined/pipelined-client.ts';
import type { StatementForms } from './statements/pipelined/pipelined-transaction.ts';
import { rememberColumns } from './statistics/table-columns.ts';

/** Time-out for connecting only: nobody waits in the pool, see `ConnectionPlaces`. */
const usualMilliseconds = 10_000;

/** Number of connections of an ORM, and the time-out for connecting. */
interface PoolSize {
  min: number;
  max: number;
  connectMilliseconds?: number | undefined;
}

export type AnyEntitySchema = EntitySchema;

/** Options shared by the run-time ORMs and the migrators. */
export function ormOptions(
  url: string,
  entities: AnyEntitySchema[],
  { connectMilliseconds = usualMilliseconds, ...pool }: PoolSize,
): Options {
  return {
    driver: PostgreSqlDriver,
    // Passed to the driver as a whole, because the ORM's own parser does not support Unix sockets.
    driverOptions: { connectionString: parseDatabaseUrl(url).toString(), connectionTimeoutMillis: connectMilliseconds },
    dbName: decodeURIComponent(parseDatabaseUrl(url).pathname.slice(1)),
    entities,
    namingStrategy: UnderscoreNamingStrategy,
    forceUtcTimezone: true,
    pool: { ...pool, idleTimeoutMillis: 30_000 },
    // Tables of different schemas may share a name.
    discovery: { checkDuplicateTableNames: false, warnWhenNoEntities: false },
    filters: {
      byAccount: {
        cond: (args: { accountID?: string }, type: string) => {
          if (!args.accountID) throw new Error(`${type} without an account: the tenancy module has to set it`);
          return { accountID: args.accountID };
        },
        entity: entities
          .filter((entity) => entity.meta?.rowLevelSecurity && entity.meta.properties?.accountID)
          .map((entity) => entity.meta.className),
        default: true,
      },
    },
    schemaGenerator: { createForeignKeyConstraints: true, disableForeignKeys: false },
    debug: false,
  } as Options;
}

/** An entity manager with the connections of one login role. */
export interface RoleOrm {
  readonly em: EntityManager;
  readonly config: Configuration;
  close(force?: boolean): Promise<void>;
}

/** Address and settings of a login role's connections. */
interface RoleOptions {
  url: string;
  entities: AnyEntitySchema[];
  pool?: PoolSize;
  client?: typeof PipelinedClient;
  forms?: StatementForms;
}

const roleOptions = ({
  url,
  entities,
  pool = { min: 0, max: 10 },
  client = PipelinedClient,
  forms = {},
}: RoleOptions): Options => {
  const options = ormOptions(url, entities, pool);
  return {
    ...options,
    driver: ParameterDriver,
    driverOptions: { ...options.driverOptions, Client: client, pipeline: true, ...forms },
  };
};

/** Opens an ORM for one login role. */
export const openOrm = async (options: RoleOptions): Promise<MikroORM> => {
  const orm = await MikroORM.init(roleOptions(options));
  rememberColumns(orm);
  return orm;
};

/**
 * Opens the same entities for another login role. The metadata of the first ORM is reused: discovery takes a quarter of
 * a second and some megabytes.
 */
export function openBeside(known: MikroORM, options: RoleOptions): RoleOrm {
  const config = new Configuration<PostgreSqlDriver>(roleOptions(options));
  const driver = config.getDriver();
  driver.setMetadata(known.getMetadata());
  const em = driver.createEntityManager();
  return { em, config, close: (force) => driver.close(force) };
}
