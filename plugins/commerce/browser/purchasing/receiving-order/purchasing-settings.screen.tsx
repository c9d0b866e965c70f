import {
  FormScreen,
  FormSection,
  NumberField,
  RecordPending,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { getPurchasingSettings, purchasingSettings, updatePurchasingSettings } from '../../../contracts/index.ts';

export function PurchasingSettingsScreen() {
  const { can } = useSession();
  const query = useEndpoint(getPurchasingSettings, {});
  const change = useEndpointMutation(updatePurchasingSettings);
  if (!query.data) return <RecordPending query={query} what="settings" />;
  return (
    <FormScreen
      title="Purchasing settings"
      schema={purchasingSettings}
      values={query.data}
      canSave={can('sys_properties:update')}
      onSave={async (_, changes) => {
        await change.mutateAsync({ body: changes });
        toast.success('Settings saved');
      }}
    >
      <FormSection title="Receiving" description="What comes beyond the quantity that was ordered">
        <NumberField
          name="overReceiptPercent"
          label="More than ordered is taken in, up to"
          description="Beyond that the order has to be raised first; 0 takes in nothing more"
          suffix="%"
          decimals={2}
          min={0}
          max={100}
          required
        />
      </FormSection>
    </FormScreen>
  );
}
