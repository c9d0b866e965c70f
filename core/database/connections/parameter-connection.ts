import type { Configuration } from '@mikro-orm/core';
import { PostgreSqlConnection, PostgreSqlDriver, type PostgreSqlPlatform } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import { withParameters } from '../transactions/parameter-text.ts';

/** PostgreSQL takes 65,535 in a statement; what has more is written out. */
const mostParameters = 60_000;

type Asked = Parameters<PostgreSqlConnection['execute']>;

/**
 * Sends the values of the ORM's statements beside the text, which the ORM writes into it: only what is sent the same
 * each time can be kept.
 */
class ParameterConnection extends PostgreSqlConnection {
  override async execute(...[query, given = [], method = 'all', ctx, context]: Asked): Promise<never> {
    const isPlain = typeof query === 'string' && Array.isArray(given) && given.length > 0 && !isAbortable(context);
    // Settings of a transaction are no statement that is kept.
    if (!isPlain || given.length > mostParameters || query.startsWith('select set_config('))
      return super.execute<never>(query, given, method, ctx, context);
    await this.ensureConnection();
    const { text, values } = withParameters(query, given, this.platform as PostgreSqlPlatform);
    return this.executeQuery<never>(query, async () => {
      const result = await (ctx ?? this.getClient()).executeQuery(CompiledQuery.raw(text, [...values]));
      return this.transformRawResult<never>(result, method);
    });
  }
}

/** What the ORM puts into the context of its log for who may give up waiting. */
const isAbortable = (context: Asked[4]): boolean => context !== undefined && 'signal' in context && !!context['signal'];

/** The driver of the run-time ORMs: PostgreSQL's, whose constructor takes no connection of another kind. */
export class ParameterDriver extends PostgreSqlDriver {
  constructor(config: Configuration) {
    super(config);
    Object.assign(this, { connection: new ParameterConnection(config) });
  }
}
