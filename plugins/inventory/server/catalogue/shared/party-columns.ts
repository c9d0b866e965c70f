import { type AccountContext, sql } from '@millwright/core/server';
import type { StockParty } from '../../../contracts/index.ts';

type Column<Value> = ReturnType<typeof sql<Value>>;

/** Id and name of a party. */
export const partyColumn = (table: string, column: string): Column<{ id: string; name: string }> =>
  sql<{
    id: string;
    name: string;
  }>`(select jsonb_build_object('id', party.id, 'name', party.name) from core.v_parties party
    where party.account_id = ${sql.ref(`${table}.account_id`)} and party.id = ${sql.ref(`${table}.${column}`)})`;

/** The party of an answer. */
export const ownerParty = (ctx: AccountContext, party: { id: string; name: string } | null): StockParty =>
  party === null || party.id === ctx.account.id
    ? { id: ctx.account.id, name: ctx.account.name, isSelf: true }
    : { ...party, isSelf: false };
