import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { useCrashSite } from './server/crash-site.ts';
import { sendUntilDone } from './work/crash-load.ts';

interface Made {
  id: string;
}
interface Scan {
  word: string;
  body: { scanID: string; [field: string]: unknown };
}

const site = useCrashSite('inventory', 'production');
const devices = 4;
const batchesEach = 8;

it('kill -9 in the middle of scans loses none that was acknowledged, and devices that send again double none', {
  timeout: 300_000,
}, async () => {
  const make = (path: string, body: object) => site().ask<Made>('POST', path, body);
  const ids = new Map<string, string>();
  const itemID = (sku: string) => ids.get(sku) ?? '';
  for (const sku of ['YARN', 'BLANK', 'SOCK'])
    ids.set(sku, (await make(sku === 'SOCK' ? '/v1/products' : '/v1/materials', { sku, description: sku })).id);
  await make('/v1/inventory-receipts', { itemID: itemID('YARN'), quantity: 1000, unitCost: 2 });
  const step = (name: string, made: string, used: string) =>
    make('/v1/production-steps', {
      name,
      laborTime: 1,
      laborRate: 30,
      overheadRate: 6,
      production: { itemID: itemID(made), measure: 10 },
      consumptions: [{ itemID: itemID(used), measure: 10 }],
    });
  const [knit, sew] = [await step('Knit', 'BLANK', 'YARN'), await step('Sew', 'SOCK', 'BLANK')];
  const station = await make('/v1/scanning-stations', { name: 'Bench', productionStepIDs: [knit.id, sew.id] });
  const run = await make('/v1/production-runs', {});
  const count = devices * batchesEach;
  const { items: batches } = await site().ask<{ items: Made[] }>('PUT', `/v1/production-runs/${run.id}/batches`, [
    { itemID: itemID('SOCK'), quantity: count * 5, batchSize: 5 },
  ]);
  expect(batches).toHaveLength(count);

  const at = { scanningStationID: station.id };
  const scansOf = ({ id }: Made): Scan[] => [
    { word: 'initialize', body: { ...at, batchID: id, scanID: `init-${id}` } },
    { word: 'move', body: { ...at, batchIDs: [id], productionStepID: sew.id, scanID: `move-${id}` } },
    { word: 'close', body: { ...at, batchID: id, scanID: `close-${id}` } },
  ];
  const acknowledged = new Map<string, string>();
  const send = async ({ word, body }: Scan): Promise<void> => {
    const request = { method: 'POST' as const, path: `/v1/batches/actions/${word}`, body };
    const answer = await sendUntilDone<{ eventID: string }>(site(), body.scanID, request);
    if (answer) acknowledged.set(body.scanID, answer.eventID);
  };
  const work = Promise.all(
    Array.from({ length: devices }, async (_, device) => {
      const own = batches.filter((_batch, index) => index % devices === device);
      for (const scan of own.flatMap(scansOf)) await send(scan);
    }),
  );
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  let kills = 0;
  for (const share of [0.1, 0.3, 0.55, 0.8]) {
    await site().until('A share of the scans', () => isOver || acknowledged.size >= share * count * 3);
    await pause(Math.random() * 30);
    if (isOver) break;
    if (kills % 2) site().killPostgres();
    else {
      await site().killServer();
      await site().restart();
    }
    kills += 1;
  }
  await work;
  expect(kills).toBeGreaterThan(2);

  const events = await site().inDatabase(async (client) => {
    const { rows } = await client.query<{ id: string; scan: string }>(
      'select id, scan_id as scan from production.batch_event order by scan_id',
    );
    return new Map(rows.map(({ id, scan }) => [scan, id]));
  });
  expect([...events].sort()).toEqual([...acknowledged].sort());
  const { items } = await site().ask<{ items: { status: string }[] }>(
    'GET',
    `/v1/production-runs/${run.id}/batches?take=500`,
  );
  expect(items.every(({ status }) => status === 'closed')).toBe(true);
  const onHand = async (sku: string) =>
    (await site().ask<{ onHand: { measure: number } }>('GET', `/v1/items/${itemID(sku)}/inventory`)).onHand.measure;
  expect([await onHand('SOCK'), await onHand('YARN')]).toEqual([count * 5, 1000 - count * 5]);
  await site().expectLaws();
});
