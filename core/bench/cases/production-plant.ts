import type { Ask } from '../place/bench-place.ts';
import type { BenchRequest } from '../place/load-client.ts';

/** Sends a request as the screens do; returns the body. */
/** Production lines, each with this number of steps and two stations. */
const lines = 10;
const stepsEach = 6;
const materials = 20;
const batchesPerRun = 10;
const piecesPerBatch = 10;

export interface PlantLine {
  productID: string;
  stepIDs: string[];
  /** The station of each step. */
  stationIDs: string[];
}

/** A planned batch of a line. */
export interface PlantBatch {
  id: string;
  line: PlantLine;
}

const skuOf = (line: number, step: number): string =>
  step === stepsEach - 1 ? `GOODS-${line}` : `PART-${line}-${step}`;

/** Ten lines with twenty stations in all. Each line makes a product in six steps with one material each. */
export async function makePlant(ask: Ask): Promise<PlantLine[]> {
  const ids = new Map<string, string>();
  for (let number = 0; number < materials; number += 1) {
    const sku = `STUFF-${number}`;
    const { id } = await ask('/v1/materials', { sku, description: sku, unitCost: 2 });
    await ask('/v1/inventory-receipts', { itemID: id, quantity: 10_000_000, unitCost: 2 });
    ids.set(sku, id);
  }
  const steps: unknown[] = [];
  for (let line = 0; line < lines; line += 1)
    for (let step = 0; step < stepsEach; step += 1) {
      const sku = skuOf(line, step);
      const isLast = step === stepsEach - 1;
      const { id } = await ask(isLast ? '/v1/products' : '/v1/parts', {
        sku,
        description: sku,
        ...(isLast ? { unitValue: 50 } : {}),
      });
      ids.set(sku, id);
      steps.push({
        name: `Line ${line}, step ${step}`,
        productions: [{ sku, measure: 10 }],
        consumptions: [
          ...(step > 0 ? [{ sku: skuOf(line, step - 1), measure: 10 }] : []),
          { sku: `STUFF-${(line * 3 + step) % materials}`, measure: 15 },
        ],
        laborTime: 1,
        laborRate: 24,
        overheadRate: 9,
      });
    }
  const made = await ask<{ createdItems: { id: string; name: string }[] }>(
    '/v1/production-steps/actions/bulk-create',
    steps,
  );
  const stepIDs = new Map(made.createdItems.map(({ id, name }) => [name, id]));
  const plant: PlantLine[] = [];
  for (let line = 0; line < lines; line += 1) {
    const own = Array.from({ length: stepsEach }, (_, step) => stepIDs.get(`Line ${line}, step ${step}`) as string);
    const stations: string[] = [];
    for (const part of [own.slice(0, stepsEach / 2), own.slice(stepsEach / 2)]) {
      const name = `Line ${line}, station ${stations.length}`;
      stations.push((await ask('/v1/scanning-stations', { name, productionStepIDs: part })).id);
    }
    plant.push({
      productID: ids.get(skuOf(line, stepsEach - 1)) as string,
      stepIDs: own,
      stationIDs: own.map((_, step) => stations[step < stepsEach / 2 ? 0 : 1] as string),
    });
  }
  return plant;
}

/** Plans runs, alternating between the lines. */
export async function planRuns(ask: Ask, plant: readonly PlantLine[], runs: number): Promise<PlantBatch[][]> {
  const planned: PlantBatch[][] = [];
  for (let number = 0; number < runs; number += 1) {
    const line = plant[number % plant.length] as PlantLine;
    const run = await ask('/v1/production-runs', {});
    const { items } = await ask<{ items: { id: string }[] }>(
      `/v1/production-runs/${run.id}/batches`,
      [{ itemID: line.productID, quantity: batchesPerRun * piecesPerBatch, batchSize: piecesPerBatch }],
      'PUT',
    );
    planned.push(items.map(({ id }) => ({ id, line })));
  }
  return planned;
}

let scans = 0;
const scan = (word: string, body: object): BenchRequest => {
  scans += 1;
  return {
    method: 'POST',
    path: `/api/v1/batches/actions/${word}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, scanID: `bench-scan-${scans}` }),
  };
};

/** Starts a planned batch. */
export const startOf = ({ id: batchID, line }: PlantBatch): BenchRequest =>
  scan('initialize', { batchID, scanningStationID: line.stationIDs[0] });

/** The moves of a batch, step by step. */
export const plantMoves = ({ id, line }: PlantBatch) =>
  line.stepIDs.slice(1).map((stepID, index) => ({
    batchID: id,
    stepID,
    stationID: line.stationIDs[index + 1] as string,
  }));

export const moveRequest = ({ batchID, stepID, stationID }: ReturnType<typeof plantMoves>[number]): BenchRequest =>
  scan('move', { batchIDs: [batchID], productionStepID: stepID, scanningStationID: stationID });

/** All scans of a batch, from the first one until it is in stock. */
export const scansOf = (batch: PlantBatch): BenchRequest[] => [
  startOf(batch),
  ...plantMoves(batch).map(moveRequest),
  scan('close', { batchID: batch.id, scanningStationID: batch.line.stationIDs.at(-1) }),
];

/** Number of scans per batch. */
export const scansEach = stepsEach + 1;
export { batchesPerRun };

/**
 * A bill of materials as large as a bicycle maker's: 504 items, 238 of them made, 2,679 rows on five levels. Returns
 * the ids of the items that are in no other item, the one with the most materials last.
 */
export async function makeBill(ask: Ask): Promise<{ topIDs: string[]; topID: string }> {
  const [bought, made, rows] = [266, 238, 2679];
  const itemIDs: string[] = [];
  const names = Array.from({ length: bought + made }, (_, number) => `BILL-${number}`);
  for (let from = 0; from < names.length; from += 100) {
    const data = names
      .slice(from, from + 100)
      .map((SKU, index) => ({ SKU, Description: SKU, 'Unit cost': 1 + ((from + index) % 90) / 10 }));
    const { createdItems } = await ask<{ createdItems: { id: string }[] }>('/v1/items/actions/bulk-create', {
      type: 'part',
      data,
    });
    itemIDs.push(...createdItems.map(({ id }) => id));
  }
  const each = Math.floor(rows / made);
  const steps = Array.from({ length: made }, (_, number) => {
    const own = bought + number;
    // Levels have about fifty items. Each uses items of the level below; the lowest level uses purchased items.
    const below = Math.max(0, own - 50 - (number % 50));
    const uses = number < rows - each * made ? each + 1 : each;
    const parts = Array.from(
      { length: uses },
      (_each, index) => (below - index * 7 + bought * 8) % Math.max(below, bought),
    );
    return {
      name: `Make ${names[own]}`,
      productions: [{ sku: names[own], measure: 1 }],
      consumptions: [...new Set(parts)].map((part) => ({ sku: names[part], measure: 1 + (part % 3) })),
      laborTime: 0.5,
      laborRate: 20,
      overheadRate: 10,
    };
  });
  await ask('/v1/production-steps/actions/bulk-create', steps);
  const used = new Set(steps.flatMap(({ consumptions }) => consumptions.map(({ sku }) => sku)));
  return { topIDs: itemIDs.filter((_id, index) => !used.has(names[index])), topID: itemIDs.at(-1) as string };
}
