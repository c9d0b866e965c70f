import { type Client, escapeIdentifier } from 'pg';
import { describe, expect, it } from 'vitest';
import type { SampleRow, TenantTable } from '../../kernel/sample-rows.ts';

interface Outcome {
  rows: number;
  error?: string;
}

/** Runs a statement as the tenant role of an account and rolls it back. */
export async function attempt(
  client: Client,
  accountID: string | undefined,
  sql: string,
  values: unknown[] = [],
): Promise<Outcome> {
  await client.query('begin');
  try {
    if (accountID !== undefined)
      await client.query("select set_config('app.account_id', $1, true), set_config('app.customer_id', '', true)", [
        accountID,
      ]);
    const { rowCount } = await client.query(sql, values);
    // Deferred constraints are checked only now.
    await client.query('set constraints all immediate');
    return { rows: rowCount ?? 0 };
  } catch (error) {
    return { rows: 0, error: (error as { code: string }).code };
  } finally {
    await client.query('rollback');
  }
}

export interface MatrixSide {
  accountID: string;
  rows: ReadonlyMap<string, SampleRow>;
}

const whereKey = (table: TenantTable, from: number): string =>
  table.key.map((column, index) => `${escapeIdentifier(column)} = $${from + index}`).join(' and ');
const keyOf = (table: TenantTable, row: SampleRow): unknown[] => table.key.map((column) => row[column]);

const givenColumns = (table: TenantTable): TenantTable['columns'] =>
  table.columns.filter(({ isGenerated }) => !isGenerated);
const insertInto = (table: TenantTable): string => {
  const names = givenColumns(table).map(({ name }) => escapeIdentifier(name));
  return `insert into ${table.name} (${names.join(', ')})
    values (${names.map((_, index) => `$${index + 1}`).join(', ')})`;
};
const valuesOf = (table: TenantTable, row: SampleRow): unknown[] =>
  givenColumns(table).map(({ name, type }) =>
    type === 'jsonb' && row[name] !== null ? JSON.stringify(row[name]) : row[name],
  );

/**
 * Tests access to a table across two accounts: each attempt must fail or affect no row, and the account's own row must
 * stay.
 */
export function describeTable(
  table: TenantTable,
  facts: () => {
    client: Client;
    own: MatrixSide;
    other: MatrixSide;
    canUpdate: boolean;
    canDelete: boolean;
    canInsert: boolean;
    canSelect: boolean;
  },
): void {
  describe(table.name, () => {
    const rows = () => {
      const { own, other } = facts();
      const mine = own.rows.get(table.name);
      const theirs = other.rows.get(table.name);
      if (!mine || !theirs) throw new Error(`No plugin gives a sample of ${table.name}: add one to its samples`);
      return { mine, theirs };
    };
    const refused = ['42501', '23514', '23505', '23503', '23502'];

    it('shows the own row and no other', async () => {
      const { client, own, other, canSelect } = facts();
      const { theirs } = rows();
      const all = await attempt(client, own.accountID, `select 1 from ${table.name}`);
      if (!canSelect) return expect(all.error).toBe('42501');
      expect(all.rows).toBeGreaterThan(0);
      expect(
        await attempt(client, own.accountID, `select 1 from ${table.name} where account_id = $1`, [other.accountID]),
      ).toEqual({ rows: 0 });
      expect(
        await attempt(
          client,
          own.accountID,
          `select 1 from ${table.name} where ${whereKey(table, 1)}`,
          keyOf(table, theirs),
        ),
      ).toEqual({ rows: 0 });
    });

    it('takes no row for another account', async () => {
      const { client, own } = facts();
      const { theirs } = rows();
      const copy = insertInto(table);
      const renamed = table.key.length === 2 && table.key.at(-1) === 'id' ? { id: `${theirs['id']}_copy` } : {};
      const values = valuesOf(table, { ...theirs, ...renamed });
      expect((await attempt(client, own.accountID, copy, values)).error).toBe('42501');
      const upsert = await attempt(client, own.accountID, `${copy} on conflict do nothing`, valuesOf(table, theirs));
      expect(upsert.error ?? `inserted ${upsert.rows}`).toBe('42501');
    });

    it('changes no row of another account and gives none away by an upsert', async () => {
      const { client, own, other, canInsert, canSelect, canUpdate } = facts();
      const { mine, theirs } = rows();
      const onConflict = `on conflict (${table.key.map(escapeIdentifier).join(', ')}) do update set account_id =`;
      const upsert = (row: SampleRow, value: string, more: unknown[] = []): Promise<Outcome> =>
        attempt(client, own.accountID, `${insertInto(table)} ${onConflict} ${value}`, [
          ...valuesOf(table, row),
          ...more,
        ]);
      const change = await upsert(theirs, 'excluded.account_id');
      expect(change.error ?? `changed ${change.rows}`).toBe('42501');
      const give = await upsert(mine, `$${valuesOf(table, mine).length + 1}`, [other.accountID]);
      expect(refused).toContain(give.error ?? `gave away ${give.rows}`);
      // Positive control: the same statement reaches the account's own row, if the role has all needed rights.
      const keep = await upsert(mine, 'excluded.account_id');
      expect(keep).toEqual(canInsert && canSelect && canUpdate ? { rows: 1 } : { rows: 0, error: '42501' });
    });

    it('changes and deletes nothing of another account, and gives nothing away', async () => {
      const { client, own, other, canUpdate, canDelete } = facts();
      const { mine, theirs } = rows();
      const give = await attempt(
        client,
        own.accountID,
        `update ${table.name} set account_id = $1 where ${whereKey(table, 2)}`,
        [other.accountID, ...keyOf(table, mine)],
      );
      expect(refused).toContain(give.error);
      const change = await attempt(
        client,
        own.accountID,
        `update ${table.name} set account_id = account_id where ${whereKey(table, 1)}`,
        keyOf(table, theirs),
      );
      expect(change).toEqual(canUpdate ? { rows: 0 } : { rows: 0, error: '42501' });
      const remove = await attempt(
        client,
        own.accountID,
        `delete from ${table.name} where ${whereKey(table, 1)}`,
        keyOf(table, theirs),
      );
      expect(remove).toEqual(canDelete ? { rows: 0 } : { rows: 0, error: '42501' });
      // Positive control: the same statement reaches the account's own row.
      if (canUpdate)
        expect(
          await attempt(
            client,
            own.accountID,
            `update ${table.name} set account_id = account_id where ${whereKey(table, 1)}`,
            keyOf(table, mine),
          ),
        ).toEqual({ rows: 1 });
    });

    it('shows nothing without an account', async () => {
      const { client } = facts();
      const blind = await attempt(client, undefined, `select 1 from ${table.name}`);
      expect(blind.rows).toBe(0);
    });

    for (const reference of table.references) {
      const ownColumn = reference.columns.at(-1) as string;
      it(`refers to no ${reference.target} of another account (${ownColumn})`, async () => {
        const { client, own, other, canUpdate } = facts();
        const { mine } = rows();
        const foreign = other.rows.get(reference.target);
        if (!foreign) throw new Error(`No plugin gives a sample of ${reference.target}: add one to its samples`);
        const outcome = await attempt(
          client,
          own.accountID,
          `update ${table.name} set ${escapeIdentifier(ownColumn)} = $1 where ${whereKey(table, 2)}`,
          [foreign['id'], ...keyOf(table, mine)],
        );
        expect(canUpdate ? ['23503', '23505', '23514'] : ['42501']).toContain(outcome.error);
      });
    }
  });
}
