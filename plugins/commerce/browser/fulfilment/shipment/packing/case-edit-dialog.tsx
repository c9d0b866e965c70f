import { FormDialog, FormRow, NumberField, TextField, toast } from '@millwright/core/browser';
import { type Shipment, type ShippingCase, updateShippingCaseBody } from '../../../../contracts/index.ts';
import { useShipmentChanges } from '../use-shipment-changes.ts';

const { freightWeight, freightAmount, length, width, height, trackingNumber } = updateShippingCaseBody.shape;
const open = updateShippingCaseBody.pick({
  freightWeight: true,
  length: true,
  width: true,
  height: true,
  freightAmount: true,
  trackingNumber: true,
});
const shapes = { freightWeight, freightAmount, length, width, height, trackingNumber };

/** Edits weight, size, freight and tracking number of a case; after shipping only freight and tracking number. */
export function CaseEditDialog(props: { shipment: Shipment; shippingCase: ShippingCase; onClose(): void }) {
  const { shipment, shippingCase, onClose } = props;
  const { changeCase } = useShipmentChanges();
  const isOpen = shipment.isEditable;
  const fields = (Object.keys(shapes) as (keyof typeof shapes)[]).filter(
    (name) => isOpen || name === 'freightAmount' || name === 'trackingNumber',
  );
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Case ${shippingCase.number}`}
      schema={open}
      values={Object.fromEntries(fields.map((name) => [name, shippingCase[name]]))}
      onSave={async (_, changed) => {
        await changeCase.mutateAsync({
          params: { shippingCaseID: shippingCase.id },
          body: { ...changed, version: shippingCase.version },
        });
        toast.success('Saved');
      }}
    >
      {isOpen && <NumberField name="freightWeight" label="Weight" description="Pounds" autoFocus />}
      {isOpen && (
        <FormRow>
          <NumberField name="length" label="Length" description="Inches" />
          <NumberField name="width" label="Width" description="Inches" />
          <NumberField name="height" label="Height" description="Inches" />
        </FormRow>
      )}
      <NumberField name="freightAmount" label="Freight" description="What the carrier takes for it" />
      <TextField name="trackingNumber" label="Tracking number" />
    </FormDialog>
  );
}
