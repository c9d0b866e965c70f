import { type RawBuilder, sql } from 'kysely';

/**
 * Sets a value for row-level security until the end of the transaction. It is a `set local` statement, because a
 * distributed PostgreSQL forwards that to its nodes, but not `set_config`. The statement takes no parameters, so only a
 * text in the form of an id is inserted.
 */
export function localSetting(name: 'app.account_id' | 'app.customer_id', id: string): RawBuilder<unknown> {
  if (!/^[a-z0-9_-]*$/.test(id)) throw new Error(`${name} is set to an id`);
  return sql.raw(`set local ${name} = '${id}'`);
}
