import {
  type EntitySchema,
  MikroORM,
  type Options,
  PostgreSqlDriver,
  UnderscoreNamingStrategy,
} from '@mikro-orm/postgresql';
import { PipelinedClient } from './pipelined-client.ts';
import type { StatementForms } from './pipelined-transaction.ts';
import { parseDatabaseUrl } from './roles.ts';
import { rememberColumns } from './table-columns.ts';

/** For connecting alone: nobody waits in the pool, see `ConnectionPlaces`. */
const usualMilliseconds = 10_000;

/** How many connections an ORM keeps, and how long it tries to get one. */
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
    // Given to the driver whole: the ORM's own parser knows no Unix sockets.
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

/** Opens an ORM for one login role. */
export const openOrm = async (
  url: string,
  entities: AnyEntitySchema[],
  pool: PoolSize = { min: 0, max: 10 },
  client: typeof PipelinedClient = PipelinedClient,
  forms: StatementForms = {},
): Promise<MikroORM> => {
  const options = ormOptions(url, entities, pool);
  const orm = await MikroORM.init({
    ...options,
    driverOptions: { ...options.driverOptions, Client: client, pipeline: true, ...forms },
  });
  rememberColumns(orm);
  return orm;
};
