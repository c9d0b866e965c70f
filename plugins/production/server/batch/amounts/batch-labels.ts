import type { EndpointRequest } from '@millwright/core/contracts';
import type { OutsideContext } from '@millwright/core/server';
import type { LabelPort } from '@millwright/inventory/contracts';
import type { BatchLabelSize, BatchLabelType, printBatchLabels } from '../../../contracts/index.ts';
import { stationView } from '../../scanning-station/scanning-station.queries.ts';
import { batchesInOrder } from '../batch.queries.ts';
import { findBatches } from '../scan/scan-desk.ts';

/** For batches that were not scanned at any station yet. */
const usual: { size: BatchLabelSize; type: BatchLabelType } = { size: '1x3', type: 'qr_code' };

/** Traveller labels, by default in the station's size and code. */
export async function batchLabels(
  ctx: OutsideContext,
  printer: LabelPort,
  { batchIDs, scanningStationID, size, type, format }: EndpointRequest<typeof printBatchLabels>['body'],
) {
  const { batches, station } = await ctx.inTransaction(
    async (inner) => {
      const found = await findBatches(inner, batchIDs);
      const ids = found.map(({ id }) => id);
      return {
        batches: await batchesInOrder(inner, ids),
        station: scanningStationID === undefined ? undefined : await stationView.byID(inner, scanningStationID),
      };
    },
    { readOnly: true },
  );
  const labels = batches.map(({ id, number, item, quantity, productionStep }) => ({
    id,
    title: number,
    code: number,
    detail: `${quantity.measure} ${quantity.unit} ${item.sku}, ${productionStep.name}`,
  }));
  const kind = type ?? station?.batchLabelType ?? usual.type;
  return printer.print(labels, {
    size: size ?? station?.batchLabelTagSize ?? usual.size,
    symbology: kind === 'qr_code' ? 'qr' : 'code128',
    format,
    copies: 1,
  });
}
