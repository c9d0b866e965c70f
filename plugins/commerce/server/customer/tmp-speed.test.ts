import { readFileSync, readdirSync } from 'node:fs';
import { applyChangeSet, createImport, getChangeSet, getImport, undoChangeSet } from '@millwright/core/contracts';
import { bootTestKernel } from '@millwright/core/testing';
import inventory from '@millwright/inventory/server';
import { sql } from '@millwright/core/server';
import { expect, it } from 'vitest';
import commerce from '../plugin.ts';

it('aw and speed', async () => {
  const kernel = await bootTestKernel({ plugins: [inventory, commerce], logLevel: 'error' });
  const admin = await kernel.a.as('admin');
  const up = (text: string) => admin.call(createImport, { query: { type: 'customers', fileName: 'c.csv' }, body: new Blob([text]) as never });
  const aw = readFileSync('/tmp/aw/customers.csv', 'utf8');
  const first = await up(aw);
  console.log('AW', first.counts, first.warnings);
  await admin.call(applyChangeSet, { params: { changeSetID: first.id }, body: {} });
  console.log('AW again', (await up(aw)).counts);
  await admin.call(undoChangeSet, { params: { changeSetID: first.id }, body: {} });
  console.log('AW after undo', (await up(aw)).counts);
  await kernel.jobs();
  const n = 10000;
  const lines = ['Customer number,Name,Email,Phone,Bill to name,Bill to line 1,Bill to city,Bill to state,Bill to postal code,Bill to country,Ship to name,Ship to line 1,Ship to city,Ship to state,Ship to postal code,Ship to country'];
  for (let i = 0; i < n; i += 1) lines.push(`C${i},Customer ${i},c${i}@x.test,+1 218 555 ${String(i).padStart(4, '0')},Customer ${i},${i} Mill St,Duluth,MN,55802,US,${i % 3 ? `Customer ${i},${i} Mill St` : `Dock ${i},${i} Pier`},Duluth,MN,55802,US`);
  const text = lines.join('\n');
  const until = async (id: string, status: string) => {
    for (;;) {
      const set = await admin.call(getChangeSet, { params: { changeSetID: id } });
      if (set.status === status) return;
      if (set.status === 'failed') throw new Error(set.failure ?? '');
      await new Promise((r) => setTimeout(r, 50));
    }
  };
  
  const pid = await kernel.a.run(async (ctx) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(ctx.em.query())).rows[0]?.pid ?? 0);
  const statOf = (p: string | number) => readFileSync(`/proc/${p}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
  const master = statOf(pid)[1];
  const pgCPU = () => { let sum = 0; for (const p of readdirSync('/proc')) if (/^\d+$/.test(p)) try { const f = statOf(p); if (f[1] === master) sum += Number(f[11]) + Number(f[12]); } catch {} return sum * 10; };
  let pc = pgCPU();
  const products = ['SKU,Description,Unit price,Unit cost,Manufacturer,Manufacturer part number'];
  for (let i = 0; i < n; i += 1) products.push(`P${i},Product number ${i},${i}.25,${i}.10,Maker ${i % 50},M-${i}`);
  for (const kind of ['products', 'customers', 'products', 'customers']) {
    const round = kind;

    pc = pgCPU(); const body = kind === 'products' ? products.join('\n') : text;
    let t = performance.now(); let c = process.cpuUsage();
    const lap = (what: string) => { const used = process.cpuUsage(c); console.log(round, what, Math.round(performance.now() - t), 'ms wall', Math.round((used.user + used.system) / 1000), 'ms cpu', pgCPU() - pc, 'ms postgres'); pc = pgCPU(); t = performance.now(); c = process.cpuUsage(); };
    const s = await admin.call(createImport, { query: { type: kind, fileName: 'c.csv' }, body: new Blob([body]) as never }); lap('staged');
    await until(s.id, 'ready'); lap('checked');
    const st = await admin.call(getImport, { params: { importID: s.id } });
    console.log(st.counts);
    { await admin.call(applyChangeSet, { params: { changeSetID: s.id }, body: {} }); await until(s.id, 'applied'); lap('applied'); }
    { await admin.call(undoChangeSet, { params: { changeSetID: s.id }, body: {} }); await until(s.id, 'undone'); lap('undone'); }
  }
  for (const invariant of commerce.invariants ?? []) {
    const rows = await kernel.a.run(async (ctx) => (await sql`${sql.join(invariant.sql.split('$1').map((p) => sql.raw(p)), sql`${kernel.a.id}`)}`.execute(ctx.em.query())).rows);
    expect(rows).toEqual([]);
  }
  await kernel.stop();
}, 300_000);
