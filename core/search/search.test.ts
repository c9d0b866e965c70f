import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problems } from '../contracts/endpoints/problem.ts';
import { newID } from '../contracts/texts/id.ts';
import { searchRecords } from '../contracts/work/search.contract.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { recordRegistry } from '../records/record-registry.ts';
import { type CoreAccounts, openCoreAccounts, type TestCaller } from '../testing/kernel/core-accounts.ts';
import { isCut } from '../testing/postgres/partitioned-tables.ts';
import { searchRoutes } from './search.routes.ts';
import { countFound, findIDs, findRecords, indexRecord, indexRecords, searchIDs, unindexRecord } from './search.ts';

let test: CoreAccounts;
beforeAll(async () => {
  test = await openCoreAccounts();
});
afterAll(() => test.close());

const ids = async (ctx: AccountContext, type: string, query: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select id from core.search_document
    where account_id = ${ctx.account.id} and id in ${searchIDs([type], query)} order by id`.execute(ctx.em.query());
  return rows.map(({ id }) => id);
};
const find = (query: string, type = 'sales_order', key: 'a' | 'b' = 'a', caller: TestCaller = {}) =>
  test.inAccount(key, (ctx) => ids(ctx, type, query), { readOnly: true, ...caller });
const put = (key: 'a' | 'b', id: string, title: string, text: string, customerID?: string, type = 'sales_order') =>
  test.inAccount(key, (ctx) => indexRecord(ctx, { type, id, title, text, customerID }));

describe('search', () => {
  it('finds parts of words, all words, without case or accents, and short words where they begin', async () => {
    await put('a', 'so_1', '1001', 'Älpenglüh Handschuhe GmbH PO-77 100% wool_blend');
    await put('a', 'so_2', '1002', 'Northern Gloves');
    expect(await find('alpengluh')).toEqual(['so_1']);
    expect(await find('HANDSCHUH gmbh')).toEqual(['so_1']);
    expect(await find('handschuh northern')).toEqual([]);
    expect(await find('love')).toEqual(['so_2']);
    expect(await find('100')).toEqual(['so_1', 'so_2']);
    expect(await find('no')).toEqual(['so_2']);
    expect(await find('ov')).toEqual([]);
    expect(await find('p')).toEqual(['so_1']);
  });

  it('takes signs of LIKE and SQL for what they are', async () => {
    expect(await find('100%')).toEqual(['so_1']);
    expect(await find('woolxblend')).toEqual([]);
    expect(await find('wool_blend')).toEqual(['so_1']);
    expect(await find("'; drop table core.search_document; --")).toEqual([]);
    expect(await find('\\')).toEqual([]);
    expect(await find('   ')).toEqual([]);
  });

  it('follows changes and removals', async () => {
    await put('a', 'so_3', '1003', 'before');
    await put('a', 'so_3', '1003', 'afterwards');
    expect(await find('before')).toEqual([]);
    expect(await find('afterwards')).toEqual(['so_3']);
    await test.inAccount('a', (ctx) => unindexRecord(ctx, 'sales_order', 'so_3'));
    expect(await find('afterwards')).toEqual([]);
  });

  it('keeps accounts and types apart', async () => {
    await put('a', 'so_4', '2001', 'canaryalpha');
    await put('b', 'so_4', '2001', 'canarybeta');
    await put('a', 'car_1', 'canaryalpha', '', undefined, 'carrier');
    expect(await find('canaryalpha')).toEqual(['so_4']);
    expect(await find('canaryalpha', 'carrier')).toEqual(['car_1']);
    const both = { types: ['sales_order', 'carrier'], query: 'canaryalpha' };
    expect((await test.inAccount('a', (ctx) => findIDs(ctx, both, 10))).sort()).toEqual(['car_1', 'so_4']);
    expect(await test.inAccount('a', (ctx) => findIDs(ctx, both, 1))).toHaveLength(1);
    expect(await test.inAccount('a', (ctx) => countFound(ctx, both))).toBe(2);
    expect(await test.inAccount('b', (ctx) => countFound(ctx, both))).toBe(0);
    expect(await find('canarybeta')).toEqual([]);
    expect(await find('canaryalpha', 'sales_order', 'b')).toEqual([]);
    // The owner of the function sees all accounts, but the function returns records of the set account only.
    const raw = (key: 'a' | 'b') => test.inAccount(key, (ctx) => findRecords(ctx, ['sales_order'], 'canary', 50));
    expect((await raw('a')).map(({ title }) => title)).toEqual(['2001']);
    expect(JSON.stringify(await raw('b'))).not.toContain('canaryalpha');
  });

  it('can be called by the tenant role only, and answers nothing without an account', async () => {
    await test.admin.query('begin');
    await test.admin.query("select set_config('app.account_id', '', true), set_config('app.customer_id', '', true)");
    await test.admin.query('set local role millwright_tenant');
    expect(
      (await test.admin.query("select * from core.search_documents('sales_order', array['canary'], null)")).rows,
    ).toEqual([]);
    expect(
      (await test.admin.query("select core.search_count('sales_order', array['canary'])::int as count")).rows,
    ).toEqual([{ count: 0 }]);
    expect((await test.admin.query("select core.search_ids('sales_order', array['canary'], null)")).rows).toEqual([]);
    for (const call of [
      "core.search_ids('sales_order', array['x'], 1)",
      "core.search_count('sales_order', array['x'])",
    ]) {
      await test.admin.query('savepoint refused');
      await test.admin.query('set local role millwright_auth');
      await expect(test.admin.query(`select ${call}`)).rejects.toThrow(/permission denied/);
      await test.admin.query('rollback to savepoint refused');
    }
    await test.admin.query('set local role millwright_auth');
    await expect(
      test.admin.query("select * from core.search_documents('sales_order', array['canary'], null)"),
    ).rejects.toThrow(/permission denied/);
    await test.admin.query('rollback');
  });

  it('shows portal customers what is theirs or nobody’s', async () => {
    await put('a', 'so_5', '3001', 'portalword', 'cus_1');
    await put('a', 'so_6', '3002', 'portalword', 'cus_2');
    const found = await test.inAccount('a', (ctx) => findRecords(ctx, ['sales_order'], 'portalword', 10), {
      customerID: 'cus_1',
    });
    expect(found.map(({ id }) => id)).toEqual(['so_5']);
    expect(await find('portalword', 'sales_order', 'a', { customerID: 'cus_2' })).toEqual(['so_6']);
  });

  it('puts exact titles first, then titles that begin so', async () => {
    await test.inAccount('a', (ctx) =>
      indexRecords(ctx, [
        { type: 'product', id: 'prd_3', title: 'Large wool sock', text: '' },
        { type: 'product', id: 'prd_2', title: 'Wool sock grey', text: '' },
        { type: 'product', id: 'prd_1', title: 'Wool sock', text: '' },
      ]),
    );
    const found = await test.inAccount('a', (ctx) => findRecords(ctx, ['product'], 'wool sock', 2));
    expect(found.map(({ id }) => id)).toEqual(['prd_1', 'prd_2']);
  });
});

describe('palette', () => {
  const records = recordRegistry([
    {
      pluginID: 'shop',
      types: [
        {
          type: 'sales_order',
          prefix: 'so',
          label: 'Sales order',
          permission: 'sales_orders:read',
          path: '/dashboard/sales-orders/{id}',
          customers: true,
        },
        {
          type: 'carrier',
          prefix: 'car',
          label: 'Carrier',
          permission: 'carriers:read',
          path: '/dashboard/carriers/{id}',
        },
      ],
      sources: [
        {
          type: 'sales_order',
          label: async (_ctx, id) => {
            if (id === 'so_8') throw problems.not_found();
            return id;
          },
          findByNumber: async (_ctx, number) => (number === '4002' ? [{ id: 'so_9', label: 'Order 4002' }] : []),
        },
        { type: 'carrier', label: async (_ctx, id) => id },
      ],
    },
  ]);
  const routes = searchRoutes(records, async () => []);
  const ask = async (query: object, caller: TestCaller = {}) =>
    (await test.answer('a', routes, searchRecords, { query }, caller)).items;

  beforeAll(async () => {
    await put('a', 'so_7', '14002', 'palette', 'cus_1');
    await put('a', 'so_8', '4003', 'palette', 'cus_1');
    await put('a', 'so_9', '4002', 'palette', 'cus_2');
    await put('a', 'car_2', 'Palette 4002', '', undefined, 'carrier');
  });

  it('puts the record of the exact number first and names its screen', async () => {
    const items = await ask({ query: '4002' });
    expect(items[0]).toEqual({
      type: 'sales_order',
      label: 'Sales order',
      id: 'so_9',
      title: '4002',
      subtitle: '',
      path: '/dashboard/sales-orders/so_9',
      isExact: true,
      status: null,
      total: null,
    });
    expect(items.slice(1).map(({ id, isExact }) => [id, isExact])).toEqual([
      ['car_2', false],
      ['so_7', false],
    ]);
  });

  it('leaves out types without right and types that were not asked for', async () => {
    expect((await ask({ query: 'palette' }, { rights: ['carriers:read'] })).map(({ id }) => id)).toEqual(['car_2']);
    expect((await ask({ query: 'palette', types: ['carrier', 'unknown'] })).map(({ id }) => id)).toEqual(['car_2']);
    expect(await ask({ query: 'palette' }, { rights: [] })).toEqual([]);
    expect(await ask({ query: 'palette', take: 2 })).toHaveLength(2);
  });

  it('shows a portal customer only records that they themselves can read', async () => {
    expect(
      (await ask({ query: 'palette' }, { customerID: 'cus_1', rights: ['sales_orders:read', 'carriers:read'] })).map(
        ({ id }) => id,
      ),
    ).toEqual(['so_7']);
  });
});

describe('search among 50,000 records', () => {
  const plans: string[] = [];

  beforeAll(async () => {
    await test.admin.query(
      `insert into core.search_document (account_id, id, record_type, customer_id, title, subtitle,
        title_text, text, updated_at)
       select account, 'so_' || n, 'sales_order', '', n::text, '', ' ' || n,
         ' ' || n || ' customer ' || md5(n::text), now()
       from generate_series(100001, 125000) n, unnest($1::text[]) account`,
      [[test.accounts.a, test.accounts.b]],
    );
    await test.admin.query('vacuum analyze core.search_document');
    await test.admin.query("load 'auto_explain'");
    await test.admin.query(
      `set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
       set client_min_messages = 'log'; set auto_explain.log_analyze = on`,
    );
    test.admin.on('notice', ({ message }) => plans.push(message ?? ''));
  });

  const planOf = async (words: string[], max: number | null): Promise<{ ids: string[]; plan: string }> => {
    plans.length = 0;
    await test.admin.query('begin');
    await test.admin.query("select set_config('app.account_id', $1, true), set_config('app.customer_id', '', true)", [
      test.accounts.a,
    ]);
    await test.admin.query('set local role millwright_tenant');
    const { rows } = await test.admin.query("select id from core.search_documents('sales_order', $1, $2) order by id", [
      words,
      max,
    ]);
    await test.admin.query('rollback');
    return {
      ids: rows.map(({ id }) => id as string),
      plan: plans.filter((plan) => plan.includes('search_document document')).join('\n'),
    };
  };

  it.skipIf(isCut).each([
    ['a number', ['112345']],
    ['part of a number', ['12345']],
    ['two words', ['customer', '123456']],
    ['a short word', ['12']],
  ])('uses the trigram index for %s', async (name, words) => {
    const all = await planOf(words, null);
    expect(all.plan).toContain('Bitmap Index Scan on search_document_text');
    expect(all.plan).not.toContain('Seq Scan');
    if (name === 'a number') expect(all.ids).toEqual(['so_112345']);
    expect((await planOf(words, 20)).plan).not.toContain('Seq Scan');
  });

  it('answers for one of two accounts with the same ids', async () => {
    const id = newID('so');
    await put('b', id, 'only in b', 'zzyzx');
    expect((await planOf(['zzyzx'], null)).ids).toEqual([]);
    expect(await find('zzyzx', 'sales_order', 'b')).toEqual([id]);
  });
});
