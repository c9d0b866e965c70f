import { Text } from '@mantine/core';
import { FormDialog, NumberField, SwitchField, toast, useEndpointMutation } from '@millwright/core/browser';
import { z } from 'zod';
import { mostPackedCases, type Pick, packPick, pickLineStates } from '../../../../contracts/index.ts';

const schema = z.object({
  shipmentCaseCount: z
    .number({ error: 'Say how many cases' })
    .int({ error: 'Must be a whole number' })
    .min(1, { error: 'A shipment has a case at least' })
    .max(mostPackedCases, { error: `At most ${mostPackedCases} cases` }),
  useEstimates: z.boolean(),
});

/** Packs all picked goods into a number of cases; contents can be moved at the packing station. */
export function PackDialog({ pick, onClose }: { pick: Pick; onClose(): void }) {
  const pack = useEndpointMutation(packPick);
  const open = pick.lines.filter(({ state }) => pickLineStates.is.picked(state));
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Pack order ${pick.order.number}`}
      saveLabel="Pack"
      schema={schema}
      values={{ shipmentCaseCount: 1, useEstimates: false }}
      onSave={async ({ shipmentCaseCount, useEstimates }) => {
        const { shipmentID, shipmentNumber } = await pack.mutateAsync({
          params: { pickID: pick.id },
          body: { shipmentCaseCount, useEstimates, version: pick.version },
        });
        toast.success(`Packed as shipment ${shipmentNumber}`);
        return `/dashboard/shipping/${shipmentID}`;
      }}
    >
      <Text size="sm">
        {open
          .map(({ quantity, orderLine }) => `${quantity.measure} ${quantity.unit} of ${orderLine.product.sku}`)
          .join(', ')}
      </Text>
      <NumberField name="shipmentCaseCount" label="Cases" min={1} decimals={0} required autoFocus />
      <SwitchField
        name="useEstimates"
        label="Weigh by estimates"
        description="Every case weighs what its goods are estimated at: for who has no scale"
      />
    </FormDialog>
  );
}
