import { FormDialog, formats, NumberField, TextField, toast, useEndpointMutation } from '@millwright/core/browser';
import { z } from 'zod';
import { correctReceivingCost, type ReceivingOrder } from '../../../../contracts/index.ts';

const cost = z.number({ error: 'Cost is required' }).min(0, { error: 'Must be at least 0' });
const schema = z.object({
  lines: z.array(z.object({ lineID: z.string(), unitCost: cost })),
  freight: z.number().min(0, { error: 'Must be at least 0' }).nullable(),
  note: z.string().max(500),
});

/** Corrects the costs of received goods and their freight by the supplier's bill. */
export function CorrectCostDialog({ order, onClose }: { order: ReceivingOrder; onClose(): void }) {
  const correct = useEndpointMutation(correctReceivingCost);
  const accepted = order.lines.filter(
    ({ quantityReceived, quantityRejected }) => quantityReceived.measure > quantityRejected.measure,
  );
  const present = accepted.map((line) => ({ lineID: line.id, unitCost: line.correctedCost ?? line.unitCost }));
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Correct the cost of ${order.number}`}
      schema={schema}
      values={{ lines: present, freight: order.freight, note: '' }}
      onSave={async ({ lines, freight, note }) => {
        const { corrections } = await correct.mutateAsync({
          params: { receivingOrderID: order.id },
          body: {
            lines: lines.filter(({ unitCost }, index) => unitCost !== present[index]?.unitCost),
            freight: freight ?? 0,
            ...(note ? { note } : {}),
            version: order.version,
          },
        });
        const sum = (of: 'inStock' | 'variance') =>
          formats().money(corrections.reduce((total, each) => total + each[of], 0));
        toast.success(
          corrections.length
            ? `In stock ${sum('inStock')}, of what had left ${sum('variance')}`
            : 'It costs what it cost',
        );
      }}
    >
      {accepted.map(({ id, lineItemNumber, item, quantity }, index) => (
        <NumberField
          key={id}
          name={`lines.${index}.unitCost`}
          label={`${lineItemNumber} ${item.sku}, one ${quantity.unit}`}
          required
        />
      ))}
      <NumberField name="freight" label="Freight of all of it" description="Spread by what the goods cost" />
      <TextField name="note" label="Note" description="The number of the bill, for instance" />
    </FormDialog>
  );
}
