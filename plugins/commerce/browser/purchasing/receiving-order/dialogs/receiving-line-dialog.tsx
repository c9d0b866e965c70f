import { FormDialog, NumberField, TextField, toast, useEndpointMutation, useSession } from '@millwright/core/browser';
import { z } from 'zod';
import { type ReceivingOrder, type ReceivingOrderLine, updateReceivingOrderLine } from '../../../../contracts/index.ts';

const schema = z.object({
  quantity: z.number({ error: 'Quantity is required' }).positive({ error: 'Must be above 0' }),
  unitCost: z.number({ error: 'Cost is required' }).min(0, { error: 'Must be at least 0' }),
  note: z.string().max(500),
});

/** Edits note, quantity and cost of a line. Quantity and cost of an ordered line change the purchase order. */
export function ReceivingLineDialog({
  order,
  line,
  onClose,
}: {
  order: ReceivingOrder;
  line: ReceivingOrderLine;
  onClose(): void;
}) {
  const { can } = useSession();
  const update = useEndpointMutation(updateReceivingOrderLine);
  const mayCost = line.orderLine === null || can('purchase_orders:update');
  const present = { quantity: line.quantity.measure, unitCost: line.unitCost, note: line.note ?? '' };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Line ${line.lineItemNumber}: ${line.item.sku}`}
      schema={schema}
      values={present}
      onSave={async ({ quantity, unitCost, note }) => {
        await update.mutateAsync({
          params: { receivingOrderID: order.id, lineID: line.id },
          body: {
            ...(note === present.note ? {} : { note }),
            ...(quantity === present.quantity ? {} : { quantity }),
            ...(unitCost === present.unitCost ? {} : { unitCost }),
            version: order.version,
          },
        });
        toast.success('Line changed');
      }}
    >
      <NumberField
        name="quantity"
        label={`To come (${line.quantity.unit})`}
        required
        disabled={!mayCost}
        {...(line.orderLine ? { description: 'Changes the purchase order' } : {})}
      />
      <NumberField name="unitCost" label={`Cost of one ${line.quantity.unit}`} required disabled={!mayCost} />
      <TextField name="note" label="Note" />
    </FormDialog>
  );
}
