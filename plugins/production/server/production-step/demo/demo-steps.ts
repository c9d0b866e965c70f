import { type AccountContext, sql } from '@millwright/core/server';
import { importSteps } from '../import/step-import.ts';
import type { ProductionStepService } from '../production-step.service.ts';
import { createDemoDrawing } from './demo-drawing.ts';

const step = (
  name: string,
  made: readonly [sku: string, measure: number],
  used: readonly (readonly [sku: string, measure: number, instructions?: string])[],
  [laborTime, laborRate, overheadRate]: readonly [minutes: number, laborRate: number, overheadRate: number],
) => ({
  name,
  productions: [{ sku: made[0], measure: made[1] }],
  consumptions: used.map(([sku, measure, instructions]) => ({ sku, measure, instructions })),
  laborTime,
  laborTimeUnit: 'min' as const,
  laborRate,
  overheadRate,
  allowances: 0.12,
  station: '',
  levelingFactor: 0.05,
});

/**
 * Production steps of gloves and socks, one batch at a time, for accounts with these items. Parts flow into the
 * products sewn from them.
 */
const steps = [
  step('Cut palms', ['PT-PLM', 100], [['HD-COW', 9, 'Grain side up, nest S with XL']], [55, 24, 11]),
  step(
    'Knit cuffs',
    ['PT-CUF', 100],
    [
      ['YN-COT', 2.4],
      ['TR-ELA', 60, 'Feed without tension'],
    ],
    [40, 21.5, 14],
  ),
  step(
    'Knit shells',
    ['PT-SHL', 100],
    [
      ['YN-ARA', 3.1],
      ['YN-NYL', 1.2],
    ],
    [75, 21.5, 14],
  ),
  step(
    'Sew leather gloves',
    ['PT-GLS', 50],
    [
      ['PT-PLM', 50, 'Left and right of one hide'],
      ['PT-CUF', 50],
      ['TR-THR', 300, 'Double seam at the thumb'],
    ],
    [140, 22, 9],
  ),
  step('Press and pair leather gloves', ['WG-LTH-S', 50], [['PT-GLS', 50, '120 degrees, 6 seconds']], [30, 19.5, 8]),
  step(
    'Press and pair cut-resistant gloves',
    ['WG-CUT-M', 60],
    [['PT-SHL', 60, '150 degrees, 8 seconds']],
    [35, 19.5, 8],
  ),
  step(
    'Knit merino socks',
    ['PT-SOK', 100],
    [
      ['YN-MER', 6.2],
      ['YN-NYL', 1.5],
      ['TR-ELA', 80, 'Watch the tension at the cuff'],
    ],
    [70, 21.5, 14],
  ),
  step('Press merino socks', ['PT-SOP', 100], [['PT-SOK', 100, '110 degrees, 5 seconds']], [25, 19.5, 8]),
  step('Pair and pack merino socks', ['CS-MER-L', 100], [['PT-SOP', 100, 'Left and right of one size']], [30, 18, 6]),
];

/** Machines for steps. */
const machines: Readonly<Record<string, readonly string[]>> = {
  'Cut palms': ['Die press', 'Laser cutter'],
  'Knit cuffs': ['Flat knitter 1'],
  'Knit shells': ['Flat knitter 1', 'Flat knitter 2'],
  'Sew leather gloves': ['Post-bed stitcher', 'Overlock'],
  'Knit merino socks': ['Sock knitter 1', 'Sock knitter 2'],
};

/** The step with a drawing. */
const drawn = 'Cut palms';

/** Creates the steps for demo accounts with the parts. */
export async function createDemoSteps(ctx: AccountContext, service: ProductionStepService): Promise<void> {
  const { createdItems } = await importSteps(ctx, service, steps);
  const { rows } = await sql<{ id: string; name: string }>`select id, name from inventory.v_machines
    where account_id = ${ctx.account.id}`.execute(ctx.em.query());
  const known = new Map(rows.map(({ id, name }) => [name, id]));
  for (const { id, name } of createdItems) {
    const machineIDs = (machines[name] ?? []).flatMap((machine) => known.get(machine) ?? []);
    if (machineIDs.length) await service.update(ctx, id, { machineIDs });
    if (name === drawn) await createDemoDrawing(ctx, id);
  }
}
