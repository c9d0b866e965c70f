import { newID } from '@millwright/core/contracts';
import { type AccountContext, StoppedClock, sql } from '@millwright/core/server';
import { ProductionStep } from '../../production-step/production-step.entity.ts';
import { ScanningStation, StationStep } from '../../scanning-station/scanning-station.entity.ts';
import { batchIs } from '../../states/states.ts';
import type { BatchService } from '../batch.service.ts';

/** Stations of the demo: name, department, whether parts are assembled there, and steps. */
const stations = [
  ['Knitting machines', 'Knitting', false, ['Knit cuffs', 'Knit shells', 'Knit merino socks']],
  ['Cutting table', 'Cutting', false, ['Cut palms']],
  ['Sewing bench', 'Sewing', true, ['Sew leather gloves']],
  [
    'Finishing',
    'Packing',
    false,
    [
      'Press and pair leather gloves',
      'Press and pair cut-resistant gloves',
      'Press merino socks',
      'Pair and pack merino socks',
    ],
  ],
] as const;

async function idsByName(ctx: AccountContext, table: 'production.production_step' | 'inventory.v_departments') {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from ${sql.table(table)}
    where account_id = ${ctx.account.id}`.execute(ctx.em.query());
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** Stations of the demo accounts that make gloves and socks, with the scans of a morning. */
export async function createDemoScans(ctx: AccountContext, batches: BatchService): Promise<void> {
  const steps = await idsByName(ctx, 'production.production_step');
  const departments = await idsByName(ctx, 'inventory.v_departments');
  if (!steps.has('Knit merino socks')) return;
  const at = new Map<string, string>();
  for (const [name, department, isMultiPart, names] of stations) {
    const station = ctx.em.create(ScanningStation, {
      id: newID('sst'),
      name,
      departmentID: departments.get(department) ?? null,
      type: isMultiPart ? 'multi_part' : 'single_part',
    });
    for (const each of names) {
      const id = steps.get(each);
      if (id) ctx.em.create(StationStep, { station, step: ctx.em.reference(ProductionStep, id) });
    }
    at.set(name, station.id);
  }
  await ctx.em.flush();
  const { rows: planned } = await sql<{ id: string; step: string }>`select batch.id, step.name as step
    from production.batch batch
    join production.production_step step on step.account_id = batch.account_id and step.id = batch.step_id
    where batch.account_id = ${ctx.account.id} and ${batchIs.planned('batch.status')}
    order by batch.created_at, batch.id`.execute(ctx.em.query());
  const next = (step: string): string | undefined =>
    planned.splice(
      planned.findIndex((row) => row.step === step),
      1,
    )[0]?.id;
  const station = (name: string) => ({ scanningStationID: at.get(name) as string });
  const stepID = (name: string): string => steps.get(name) as string;
  // Scans lie in the past by the minutes that the work takes, so that the work has a duration.
  const began = ctx.clock.now().getTime();
  const ago = (minutes: number): AccountContext => ({
    ...ctx,
    clock: new StoppedClock(new Date(began - minutes * 60_000)),
  });
  const start = (minutes: number, name: string, batchID: string) =>
    batches.initialize(ago(minutes), { ...station(name), batchID });
  const count = (minutes: number, name: string, batchID: string, waste: number, seconds = 0) =>
    batches.split(ago(minutes), {
      ...station(name),
      batchIDs: [batchID],
      firsts: 0,
      seconds,
      waste,
      closeBatch: false,
    });

  // Socks: one batch is in stock, one is being pressed, one was just started.
  for (const [index, last] of ['close', 'press', 'knit'].entries()) {
    const batchID = next('Knit merino socks');
    if (!batchID) continue;
    const started = 330 - index * 75;
    await start(started, 'Knitting machines', batchID);
    if (last === 'knit') continue;
    await count(started - 66, 'Knitting machines', batchID, 2 + index);
    const move = (minutes: number, name: string) =>
      batches.move(ago(minutes), { ...station('Finishing'), batchIDs: [batchID], productionStepID: stepID(name) });
    await move(started - 67, 'Press merino socks');
    if (last === 'press') continue;
    await count(started - 88, 'Finishing', batchID, 0, 3);
    await move(started - 89, 'Pair and pack merino socks');
    await batches.close(ago(started - 117), { ...station('Finishing'), batchID });
  }
  // Gloves: palms and cuffs are sewn together; more of both wait.
  const [palms, cuffs] = [next('Cut palms'), next('Knit cuffs')];
  if (!palms || !cuffs) return;
  await start(210, 'Cutting table', palms);
  await start(204, 'Knitting machines', cuffs);
  await count(178, 'Cutting table', palms, 1);
  await batches.merge(ago(177), {
    ...station('Sewing bench'),
    batchIDs: [palms, cuffs],
    productionStepID: stepID('Sew leather gloves'),
  });
}
