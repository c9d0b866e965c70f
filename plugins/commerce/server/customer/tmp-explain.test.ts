import { bootTestKernel } from '@millwright/core/testing';
import inventory from '@millwright/inventory/server';
import { sql } from '@millwright/core/server';
import { it } from 'vitest';
import commerce from '../plugin.ts';

it('explain', async () => {
  const kernel = await bootTestKernel({ plugins: [inventory, commerce], logLevel: 'error' });
  const acc = kernel.a.id;
  await kernel.a.run(async (ctx) => {
    const ex = async (what: string, q: ReturnType<typeof sql>) => {
      const { rows } = await sql<Record<string, string>>`explain (analyze, timing, verbose off, buffers off) ${q}`.execute(ctx.em.query());
      console.log(what + '\n' + rows.map((r) => r['QUERY PLAN']).join('\n'));
    };
    const { rows: idx } = await sql<Record<string, string>>`select tablename, indexdef from pg_indexes where tablename in ('party_address', 'party')`.execute(ctx.em.query());
    console.log(idx.map((r) => r['indexdef']).join('\n'));
    const chk = sql`select 1 from only core.party_address x where account_id = ${acc} and id = 'adr_1500' for key share of x`;
    await ex('empty', chk);
    for (const r of [1, 2, 3]) {
      await sql`insert into core.party (account_id, id, created_at, updated_at, version, kind, number, name, email, parent_id)
        select ${acc}, 'cus_' || ${r} || n, now(), now(), 1, 'customer', 'N' || ${r} || n, 'Customer ' || n, null, null from generate_series(1, 1000) n`.execute(ctx.em.query());
      await sql`insert into core.party_address (account_id, id, created_at, updated_at, version, party_id, name, country, is_drop_ship)
        select ${acc}, 'adr_' || ${r} || n, now(), now(), 1, 'cus_' || ${r} || n, 'Customer ' || n, 'US', false from generate_series(1, 1000) n`.execute(ctx.em.query());
      await ex('after ' + r, chk);
    }
    const { rows: st } = await sql<Record<string, string>>`select relname, reltuples, relpages from pg_class where relname in ('party_address', 'party')`.execute(ctx.em.query());
    console.log(JSON.stringify(st));
  });
  await kernel.stop();
}, 300_000);
