import { FormDialog, SwitchField, toast, useEndpoint, useEndpointMutation } from '@millwright/core/browser';
import { z } from 'zod';
import { getPortalSettings, updatePortalSettings } from '../../../contracts/index.ts';

const schema = z.object({ showsManufacturer: z.boolean() });

/** Account settings about what portal customers see. */
export function PortalSettingsDialog({ onClose }: { onClose(): void }) {
  const { data } = useEndpoint(getPortalSettings);
  const change = useEndpointMutation(updatePortalSettings);
  if (!data) return null;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="What customers see"
      schema={schema}
      values={{ showsManufacturer: data.showsManufacturer }}
      onSave={async (body) => {
        await change.mutateAsync({ body });
        toast.success('Saved');
      }}
    >
      <SwitchField name="showsManufacturer" label="Show who makes a product, with its part number there" />
    </FormDialog>
  );
}
