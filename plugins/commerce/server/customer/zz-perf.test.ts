import { bootTestKernel } from '@millwright/core/testing';
import inventory from '@millwright/inventory/server';
import pg from 'pg';
import { it } from 'vitest';
import { writeFileSync } from 'node:fs';
import { parseDatabaseUrl } from '../../../../core/database/roles.ts';
import { listCustomers, bulkDeleteCustomers, createAccountGroup } from '../../contracts/index.ts';
import commerce from '../plugin.ts';
it('perf', async () => {
  const kernel = await bootTestKernel({ plugins: [inventory, commerce] });
  const admin = await kernel.a.as('admin');
  const g = await admin.call(createAccountGroup, { body: { name: 'T', typeCode: 'customer_type', isFreightExempt: true } });
  const p = await admin.call(createAccountGroup, { body: { name: 'P', typeCode: 'price_group', isFreightExempt: true } });
  const c = new pg.Client({ connectionString: parseDatabaseUrl(kernel.db.adminUrl).toString() });
  await c.connect();
  const a = kernel.a.id;
  const run = async (t: string, v: unknown[] = []) => { await c.query(t, v); };
  await run(`insert into core.party (account_id,id,created_at,updated_at,version,kind,number,name) select $1, 'cus_'||lpad(n::text,26,'0'), now(), now(), 1, 'customer', 'N'||n, 'Customer '||(n*7919::bigint%60000) from generate_series(1,60000) n`, [a]);
  await run(`insert into core.party_address (account_id,id,created_at,updated_at,version,party_id,name,city,state,postal_code,country,is_drop_ship) select $1, 'adr_'||lpad(n::text,26,'0'), now(), now(), 1, 'cus_'||lpad(n::text,26,'0'), 'A', 'City'||n%300, 'S'||n%50, (10000+n%9000)::text, 'US', false from generate_series(1,60000) n`, [a]);
  await run(`insert into commerce.customer (account_id,id,created_at,updated_at,version,number,name,status,customer_type_group_id,bill_to_address_id,default_payment_term_id) select $1, party.id, party.created_at, party.created_at, 1, party.number, party.name, 'normal', case when right(party.id,1)='3' then $2 end, 'adr_'||substr(party.id,5), (select id from commerce.payment_term where account_id=$1 and code='net_30') from core.party party where account_id=$1 and kind='customer'`, [a, g.id]);
  await run(`insert into commerce.customer_price_group (account_id,customer_id,account_group_id) select $1, id, $2 from commerce.customer where account_id=$1 and right(id,1)='7'`, [a, p.id]);
  await run('analyze core.party; analyze core.party_address; analyze commerce.customer; analyze commerce.customer_price_group; analyze commerce.account_group; analyze commerce.carrier; analyze commerce.payment_term; analyze commerce.shipping_term; analyze core.member; analyze commerce.carrier_option');
  await c.end();
  const seen: { text: string; values: unknown[] }[] = [];
  const original = pg.Client.prototype.query;
  (pg.Client.prototype as any).query = function (...args: any[]) {
    const text = typeof args[0] === 'string' ? args[0] : args[0]?.text;
    const values = Array.isArray(args[1]) ? args[1] : args[0]?.values;
    if (text?.includes('commerce"."customer" as "customer"')) seen.push({ text, values });
    return (original as any).apply(this, args);
  };
  const explain = async (name: string, query: any) => {
    seen.length = 0;
    const s = performance.now();
    await admin.call(listCustomers, { query });
    console.log(name, Math.round(performance.now() - s), 'ms');
    const t = new pg.Client({ connectionString: parseDatabaseUrl(kernel.db.urls.tenant).toString() });
    await t.connect();
    await t.query('begin');
    await t.query("select set_config('app.account_id', $1, true), set_config('app.customer_id', '', true)", [a]);
    let out = '';
    for (const { text, values } of [...seen]) {
      const { rows } = await (original as any).call(t, `explain (analyze, buffers off) ${text}`, values);
      out += `\n==== ${text}\n` + rows.map((r: any) => r['QUERY PLAN']).join('\n') + '\n';
    }
    await t.end();
    writeFileSync(`/tmp/plan-${name}.txt`, out);
  };
  const ids: string[] = [];
  for (const skip of [0, 500, 1000, 1500]) ids.push(...(await admin.call(listCustomers, { query: { take: 500, skip } })).items.map((i) => i.id));
  const st = performance.now();
  const r = await admin.call(bulkDeleteCustomers, { body: { customerIDs: ids } }).catch((e) => ({ done: String(e) }));
  console.log('bulk', r.done, Math.round(performance.now() - st), 'ms');
  for (const query of [{ take: 500 }, { postalCode: '1001' }, { isParentAccount: false }, { pricingGroupIDs: [p.id] }, { sortBy: 'customerTypeGroup' as const }]) {
    const s = performance.now();
    await admin.call(listCustomers, { query });
    console.log(JSON.stringify(query), Math.round(performance.now() - s), 'ms');
  }
  await kernel.stop();
}, 120000);
