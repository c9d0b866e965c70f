import { type Big, decimal, newID, toColumn, zero } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { DocumentDemand } from '../../../contracts/index.ts';

/** A row of `inventory.demand` under the lock of its position; amounts in base units. */
export interface DemandRow {
  readonly id: string;
  readonly itemID: string;
  readonly sourceType: string;
  readonly sourceID: string;
  readonly lineID: string;
  quantity: Big;
  reserved: Big;
  allocated: Big;
}

interface StoredRow {
  id: string;
  itemID: string;
  sourceType: string;
  sourceID: string;
  lineID: string;
  quantity: string;
  reserved: string;
  allocated: string;
}

export const asDemand = (row: StoredRow): DemandRow => ({
  id: row.id,
  itemID: row.itemID,
  sourceType: row.sourceType,
  sourceID: row.sourceID,
  lineID: row.lineID,
  quantity: decimal(row.quantity),
  reserved: decimal(row.reserved),
  allocated: decimal(row.allocated),
});

/** Documents of one type. */
export interface SourceKeys {
  type: string;
  ids: readonly string[];
}

/** Demand of these documents, ordered by line id. */
export async function demandOf(ctx: AccountContext, { type, ids }: SourceKeys): Promise<DemandRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<StoredRow>`select demand.id, demand.item_id as "itemID",
      demand.source_type as "sourceType", demand.source_id as "sourceID", demand.line_id as "lineID",
      demand.quantity, demand.reserved, demand.allocated
    from inventory.demand demand
    where demand.account_id = ${ctx.account.id} and demand.source_type = ${type}
      and demand.source_id = any(${[...ids]}::text[])
    order by demand.source_id, demand.line_id`.execute(ctx.em.query());
  return rows.map(asDemand);
}

export async function deleteDemand(ctx: AccountContext, rows: readonly DemandRow[]): Promise<void> {
  if (rows.length === 0) return;
  await ctx.em.write(
    'inventory.demand',
    sql`delete from inventory.demand
    where account_id = ${ctx.account.id} and id = any(${rows.map(({ id }) => id)}::text[])`,
    rows.length,
  );
}

/** Stores the amounts of rows. */
export async function updateDemand(ctx: AccountContext, rows: readonly DemandRow[]): Promise<void> {
  if (rows.length === 0) return;
  await ctx.em.write(
    'inventory.demand',
    sql`update inventory.demand demand
    set quantity = written.quantity, reserved = written.reserved, allocated = written.allocated,
      updated_at = ${ctx.clock.now()}, version = demand.version + 1
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ quantity }) => toColumn(quantity, 6))}::numeric[],
      ${rows.map(({ reserved }) => toColumn(reserved, 6))}::numeric[],
      ${rows.map(({ allocated }) => toColumn(allocated, 6))}::numeric[])
      as written (id, quantity, reserved, allocated)
    where demand.account_id = ${ctx.account.id} and demand.id = written.id`,
    rows.length,
  );
}

/** Updates rank and dates, which decide about the serving order, on all rows of the documents. */
export async function updateTurns(ctx: AccountContext, documents: readonly DocumentDemand[]): Promise<void> {
  if (documents.length === 0) return;
  const column = <Value>(value: (document: DocumentDemand) => Value): Value[] => documents.map(value);
  await ctx.em.send(sql`update inventory.demand demand
    set source_number = turn.number, customer_id = turn.customer_id, priority_rank = turn.priority_rank,
      promised_on = turn.promised_on, issued_at = turn.issued_at
    from unnest(${column(({ source }) => source.type)}::text[], ${column(({ source }) => source.id)}::text[],
      ${column(({ source }) => source.number)}::text[], ${column(({ customerID }) => customerID)}::text[],
      ${column(({ priorityRank }) => priorityRank)}::int[], ${column(({ promisedOn }) => promisedOn)}::date[],
      ${column(({ issuedAt }) => issuedAt.toISOString())}::timestamptz[])
      as turn (source_type, source_id, number, customer_id, priority_rank, promised_on, issued_at)
    where demand.account_id = ${ctx.account.id} and demand.source_type = turn.source_type
      and demand.source_id = turn.source_id
      and (demand.source_number, demand.customer_id, demand.priority_rank, demand.promised_on, demand.issued_at)
        is distinct from (turn.number, turn.customer_id, turn.priority_rank, turn.promised_on, turn.issued_at)`);
}

/** Demand of a line that is not stored yet. */
export interface NewDemand {
  document: DocumentDemand;
  row: DemandRow;
}

export const newDemandRow = (
  { type, id }: { type: string; id: string },
  lineID: string,
  itemID: string,
  quantity: Big,
): DemandRow => ({
  id: newID('dem'),
  itemID,
  sourceType: type,
  sourceID: id,
  lineID,
  quantity,
  reserved: zero,
  allocated: zero,
});

export async function insertDemand(ctx: AccountContext, made: readonly NewDemand[]): Promise<void> {
  const now = ctx.clock.now();
  await ctx.em.insert(
    'inventory.demand',
    made.map(({ document, row }) => ({
      id: row.id,
      created_at: now,
      updated_at: now,
      version: 1,
      item_id: row.itemID,
      source_type: document.source.type,
      source_id: row.sourceID,
      source_number: document.source.number,
      line_id: row.lineID,
      customer_id: document.customerID,
      quantity: toColumn(row.quantity, 6),
      reserved: toColumn(row.reserved, 6),
      allocated: toColumn(row.allocated, 6),
      priority_rank: document.priorityRank,
      promised_on: document.promisedOn,
      issued_at: document.issuedAt,
    })),
  );
}
