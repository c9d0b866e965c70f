import { type RawBuilder, sql } from 'kysely';

/**
 * Sets what row-level security asks for until the transaction ends. As a statement of its own, which a distributed
 * PostgreSQL passes on to its nodes where it does not `set_config`; it takes no parameters, so only what looks like an
 * id is written.
 */
export function localSetting(name: 'app.account_id' | 'app.customer_id', id: string): RawBuilder<unknown> {
  if (!/^[a-z0-9_-]*$/.test(id)) throw new Error(`${name} is set to an id`);
  return sql.raw(`set local ${name} = '${id}'`);
}
