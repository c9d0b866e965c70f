import {
  FormScreen,
  FormSection,
  MoneyField,
  NumberField,
  RecordPending,
  SelectField,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import {
  getPromiseSettings,
  getStockSettings,
  promiseSettings,
  stockSettings,
  updatePromiseSettings,
  updateStockSettings,
} from '../../../contracts/index.ts';

const schema = promiseSettings.extend(stockSettings.shape);

const lateSupplies = [
  { value: 'tomorrow', label: 'From the day after today' },
  { value: 'never', label: 'Not until it has a new date' },
] as const;

/** Account settings of stock and promises; each part is saved by its own call. */
export function StockSettingsScreen() {
  const { can } = useSession();
  const stock = useEndpoint(getStockSettings, {});
  const promises = useEndpoint(getPromiseSettings, {});
  const updateStock = useEndpointMutation(updateStockSettings);
  const updatePromises = useEndpointMutation(updatePromiseSettings);
  if (!stock.data || !promises.data) return <RecordPending query={stock.data ? promises : stock} what="settings" />;
  return (
    <FormScreen
      title="Inventory settings"
      schema={schema}
      values={{ ...stock.data, ...promises.data }}
      canSave={can('sys_properties:update')}
      onSave={async (_values, { largestLineQuantity, ...ofPromises }) => {
        if (largestLineQuantity !== undefined) await updateStock.mutateAsync({ body: { largestLineQuantity } });
        if (Object.keys(ofPromises).length) await updatePromises.mutateAsync({ body: ofPromises });
        toast.success('Settings saved');
      }}
    >
      <FormSection title="Quantities" description="Larger quantities are mostly typing mistakes">
        <NumberField
          name="largestLineQuantity"
          label="Largest quantity of a line"
          description="In the smallest unit of the item. More has to be confirmed; rows of files are refused"
          decimals={0}
          min={100_000}
          required
        />
      </FormSection>
      <FormSection title="Late supply" description="What should have come by now and has not">
        <SelectField name="lateSupply" label="Counts for promises" options={lateSupplies} required />
      </FormSection>
      <FormSection
        title="Holds of portal customers"
        description={
          'Stock that the people of a customer keep for themselves while they type orders, all of them together'
        }
      >
        <NumberField name="portalHolds" label="Orders at a time" decimals={0} min={1} required />
        <NumberField name="portalHoldLines" label="Lines of all of them" decimals={0} min={1} required />
        <NumberField
          name="portalHoldOrders"
          label="Value, as a multiple of their largest order"
          description="At list prices"
          min={0}
          required
        />
        <MoneyField
          name="portalHoldLeast"
          label="Value that anybody may hold"
          description="Also those who have ordered nothing, or little, yet"
          min={0}
        />
        <NumberField
          name="portalHoldMinutes"
          label="Longest time without an order"
          description="Of customers who have ordered nothing yet. A quarter of it has to pass before they hold again"
          suffix="minutes"
          decimals={0}
          min={1}
          required
        />
      </FormSection>
    </FormScreen>
  );
}
