import { FormDialog, SelectField, TextField, toast, useEndpoint, useEndpointMutation } from '@millwright/core/browser';
import { z } from 'zod';
import { getShipmentSettings, shipmentSettings, updateShipmentSettings } from '../../../../contracts/index.ts';

const { gs1CompanyPrefix, carrierLabelFormat } = shipmentSettings.shape;
const schema = z.object({
  gs1CompanyPrefix: z.preprocess((value) => value || null, gs1CompanyPrefix.unwrap()),
  carrierLabelFormat: carrierLabelFormat.unwrap(),
});

/** Account settings for cases and labels. */
export function ShippingSettingsDialog({ onClose }: { onClose(): void }) {
  const { data } = useEndpoint(getShipmentSettings);
  const change = useEndpointMutation(updateShipmentSettings);
  if (!data) return null;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Shipping settings"
      schema={schema}
      values={{ gs1CompanyPrefix: data.gs1CompanyPrefix ?? '', carrierLabelFormat: data.carrierLabelFormat }}
      onSave={async (body) => {
        await change.mutateAsync({ body });
        toast.success('Saved');
      }}
    >
      <TextField
        name="gs1CompanyPrefix"
        label="GS1 company prefix"
        description="6 to 12 digits, as GS1 gave them: new cases then get an SSCC, else they have their own number."
      />
      <SelectField
        name="carrierLabelFormat"
        label="Carriers’ labels"
        options={[
          { value: 'pdf', label: 'PDF, for any printer' },
          { value: 'zpl', label: 'ZPL, for label printers' },
        ]}
      />
    </FormDialog>
  );
}
