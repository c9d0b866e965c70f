import {
  FormDialog,
  LoadingState,
  NumberField,
  SwitchField,
  toast,
  useEndpoint,
  useEndpointMutation,
} from '@millwright/core/browser';
import { getPalletSettings, updatePalletSettings, updatePalletSettingsBody } from '../../contracts/index.ts';

/** Settings of the account. */
export function PalletSettingsDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const settings = useEndpoint(getPalletSettings, {}, { enabled: opened });
  const update = useEndpointMutation(updatePalletSettings);
  if (opened && !settings.data) return <LoadingState lines={1} />;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Settings of pallet labels"
      schema={updatePalletSettingsBody}
      values={{ ...settings.data }}
      onSave={async (body) => {
        await update.mutateAsync({ body });
        toast.success('Settings saved');
      }}
    >
      <NumberField
        name="defaultPerPallet"
        label="Fits on a pallet"
        description="Of products without a quantity of their own"
        decimals={0}
        min={1}
        required
      />
      <SwitchField name="mixesProducts" label="Mixed pallets" description="Several products may share a pallet" />
      <NumberField name="keptDays" label="Keep printed labels" suffix=" days" decimals={0} min={1} required />
    </FormDialog>
  );
}
