import { definePlugin } from '@millwright/core/server';
import { batchPart } from './batch/batch.part.ts';
import { itemCostPart } from './item-cost/item-cost.part.ts';
import { migrations } from './migrations/index.ts';
import { productionFlowPart } from './production-flow/production-flow.part.ts';
import { productionRunPart } from './production-run/production-run.part.ts';
import { productionStepPart } from './production-step/production-step.part.ts';
import { scanningStationPart } from './scanning-station/scanning-station.part.ts';

export default definePlugin({
  id: 'production',
  title: 'Production',
  description: 'How things are made: steps, what each uses up, how long it takes and what it costs.',
  isDomain: true,
  migrations,
  parts: [productionStepPart, productionFlowPart, itemCostPart, scanningStationPart, productionRunPart, batchPart],
});
