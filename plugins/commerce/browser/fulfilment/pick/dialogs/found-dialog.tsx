import { FormDialog, NumberField, RecordSelect, TextField } from '@millwright/core/browser';
import { z } from 'zod';
import { documentLocationSource } from '../../../document/location-source.ts';
import type { FoundAtStop } from '../walk/use-walk.ts';
import type { Stop } from '../walk/walk-stops.ts';

const schema = z.object({
  quantity: z.number({ error: 'Say how much was there' }).min(0, { error: 'Must be at least 0' }),
  storageLocationID: z.string().min(1, { error: 'Storage location is required' }),
  lotNumber: z.string(),
});

/**
 * Reports a difference at a stop: a smaller quantity, another location or another lot. The rest is planned elsewhere.
 */
export function FoundDialog({
  stop,
  onClose,
  onFound,
}: {
  stop: Stop;
  onClose(): void;
  onFound(found: FoundAtStop): Promise<boolean>;
}) {
  const planned = {
    quantity: stop.quantity.measure,
    storageLocationID: stop.storageLocation?.id ?? '',
    lotNumber: stop.lot?.lotNumber ?? '',
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Found of ${stop.orderLine.product.sku}`}
      saveLabel="Picked"
      schema={schema}
      values={planned}
      onSave={async ({ quantity, storageLocationID, lotNumber }) => {
        await onFound({
          quantity,
          ...(storageLocationID === planned.storageLocationID ? {} : { storageLocationID }),
          ...(lotNumber === planned.lotNumber ? {} : { lotNumber }),
        });
      }}
    >
      <NumberField name="quantity" label={`Quantity (${stop.quantity.unit})`} required autoFocus />
      <RecordSelect name="storageLocationID" label="Storage location" source={documentLocationSource} required />
      <TextField name="lotNumber" label="Lot number" />
    </FormDialog>
  );
}
