import {
  DateField,
  FormRow,
  FormScreen,
  FormSection,
  MoneyField,
  RecordSelect,
  TextField,
  toast,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useSearchParams } from 'react-router';
import { createInventoryReceipt, createInventoryReceiptBody } from '../../../contracts/index.ts';
import { ItemMeasureField } from '../../catalogue/item/item-measure-field.tsx';
import { stockReads } from '../../catalogue/item/stock-reads.ts';
import { itemSource, locationSource, partySource } from '../../record-sources.ts';

/** Takes stock in with its cost, place and lot; stays for the next one. */
export function ReceiveStockScreen() {
  const session = useSession();
  const [search] = useSearchParams();
  const receive = useEndpointMutation(createInventoryReceipt, { invalidates: stockReads });
  return (
    <FormScreen
      title="Receive stock"
      back={{ href: '/dashboard/inventory-receipts', label: 'inventory receipts' }}
      schema={createInventoryReceiptBody}
      values={{ itemID: search.get('itemID') ?? '' }}
      canSave={session.can('inventory:update')}
      onSave={async (values) => {
        const { quantity, item, storageLocation } = await receive.mutateAsync({
          body: createInventoryReceiptBody.parse(values),
        });
        toast.success(`${quantity.measure} ${quantity.unit} of ${item.sku} received in ${storageLocation.fullName}`);
        return '/dashboard/inventory-receipts?sortBy=newestReceiptAt&sortOrder=desc';
      }}
    >
      <FormSection title="What came">
        <RecordSelect name="itemID" label="Item" source={itemSource} required autoFocus />
        <ItemMeasureField name="quantity" label="Quantity" required />
        <MoneyField
          name="unitCost"
          label="Unit cost"
          unitPrice
          description="Of one of the unit beside the quantity; empty: the average of what is there, else the item's cost"
        />
      </FormSection>
      <FormSection title="Where and when">
        <FormRow>
          <RecordSelect
            name="storageLocationID"
            label="Storage location"
            source={locationSource}
            description="Empty: the default place"
            clearable
          />
          <TextField name="lotNumber" label="Lot number" />
        </FormRow>
        <FormRow>
          <DateField name="receivedAt" label="Received on" description="Empty: now" />
          <TextField name="reference" label="Came with" description="Purchase order or delivery note" />
        </FormRow>
        <RecordSelect
          name="customerID"
          label="Belongs to"
          source={partySource()}
          description="Empty: our own stock; a customer whose goods we keep"
          clearable
        />
        <TextField name="reason" label="Remark" />
      </FormSection>
    </FormScreen>
  );
}
