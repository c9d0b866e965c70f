import { FormDialog, NoteField, TextField, toast, useSession } from '@millwright/core/browser';
import { type Shipment, updateShipmentBody } from '../../../../contracts/index.ts';
import { CarrierChoice } from '../../../terms/carrier/carrier-choice.tsx';
import { useShipmentChanges } from '../use-shipment-changes.ts';

const schema = updateShipmentBody.pick({
  note: true,
  carrierID: true,
  carrierOptionID: true,
  carrierName: true,
  billOfLading: true,
  masterTrackingNumber: true,
});

/** Edits carrier and document data of a shipment; after shipping only the fields that become known later. */
export function ShipmentEditDialog({ shipment, onClose }: { shipment: Shipment; onClose(): void }) {
  const { can } = useSession();
  const { change } = useShipmentChanges();
  const isOpen = shipment.isEditable;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Shipment ${shipment.number}`}
      schema={schema}
      values={{
        note: shipment.note ?? '',
        billOfLading: shipment.billOfLading ?? '',
        masterTrackingNumber: shipment.masterTrackingNumber ?? '',
        ...(isOpen
          ? {
              carrierID: shipment.carrier?.id ?? null,
              carrierOptionID: shipment.carrierOption?.id ?? null,
              carrierName: shipment.carrierName ?? '',
            }
          : {}),
      }}
      onSave={async (body) => {
        await change.mutateAsync({
          params: { shipmentID: shipment.id },
          body: { ...body, version: shipment.version },
        });
        toast.success('Saved');
      }}
    >
      {isOpen && can('carriers:read') && <CarrierChoice />}
      {isOpen && (
        <TextField name="carrierName" label="Who brings it" description="Where that is no carrier of the list" />
      )}
      <TextField name="masterTrackingNumber" label="Tracking number" description="Of the whole shipment" />
      <TextField name="billOfLading" label="Bill of lading" />
      <NoteField name="note" label="Note" />
    </FormDialog>
  );
}
