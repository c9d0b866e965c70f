import {
  DateField,
  ErrorState,
  FormRow,
  FormScreen,
  FormSection,
  LoadingState,
  MeasureField,
  MoneyField,
  NoteField,
  RecordSelect,
  SwitchField,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useParams, useSearchParams } from 'react-router';
import {
  createExpectedReceipt,
  createExpectedReceiptBody,
  getExpectedReceipt,
  updateExpectedReceipt,
  updateExpectedReceiptBody,
} from '../../../contracts/index.ts';
import { ItemMeasureField } from '../../catalogue/item/item-measure-field.tsx';
import { stockReads } from '../../catalogue/item/stock-reads.ts';
import { itemSource, locationSource } from '../../record-sources.ts';

export function ExpectedReceiptFormScreen() {
  const { expectedReceiptID } = useParams();
  const [search] = useSearchParams();
  const session = useSession();
  const receipt = useEndpoint(
    getExpectedReceipt,
    { params: { expectedReceiptID: expectedReceiptID ?? '' } },
    { enabled: Boolean(expectedReceiptID) },
  );
  const invalidates = [...stockReads, getExpectedReceipt];
  const create = useEndpointMutation(createExpectedReceipt, { invalidates });
  const update = useEndpointMutation(updateExpectedReceipt, { invalidates });
  if (expectedReceiptID && !receipt.data)
    return receipt.error ? (
      <ErrorState error={receipt.error} onRetry={() => void receipt.refetch()} what="expected receipt" />
    ) : (
      <LoadingState />
    );
  const { data } = receipt;
  return (
    <FormScreen
      title={data ? `Expected ${data.item.sku}` : 'New expected receipt'}
      back={
        data
          ? { href: `/dashboard/expected-receipts/${data.id}`, label: data.item.sku }
          : { href: '/dashboard/expected-receipts', label: 'expected receipts' }
      }
      schema={data ? updateExpectedReceiptBody : createExpectedReceiptBody}
      values={
        data
          ? {
              quantity: { measure: data.quantity.measure, unitID: data.quantity.unitID },
              expectedOn: data.expectedOn,
              unitCost: data.unitCost,
              storageLocationID: data.storageLocation?.id ?? null,
              note: data.note,
              isOpen: data.isOpen,
              version: data.version,
            }
          : { itemID: search.get('itemID') ?? '' }
      }
      canSave={session.can(data ? 'inventory:update' : 'inventory:create')}
      onSave={async (values, changes) => {
        const saved = data
          ? await update.mutateAsync({
              params: { expectedReceiptID: data.id },
              body: { ...updateExpectedReceiptBody.parse(changes), version: data.version },
            })
          : await create.mutateAsync({ body: createExpectedReceiptBody.parse(values) });
        toast.success(`${saved.quantity.measure} ${saved.quantity.unit} of ${saved.item.sku} expected`);
        return `/dashboard/expected-receipts/${saved.id}`;
      }}
    >
      <FormSection title="What will come">
        {!data && <RecordSelect name="itemID" label="Item" source={itemSource} required autoFocus />}
        <FormRow>
          {data ? (
            <MeasureField
              name="quantity"
              label="Quantity"
              units={[{ id: data.quantity.unitID, name: data.quantity.unit }]}
              defaultUnitID={data.quantity.unitID}
              required
            />
          ) : (
            <ItemMeasureField name="quantity" label="Quantity" required />
          )}
          <DateField name="expectedOn" label="Expected on" required />
        </FormRow>
        <MoneyField name="unitCost" label="Unit cost" unitPrice description="Of one default unit, where it is known" />
      </FormSection>
      <FormSection title="Where it goes">
        <RecordSelect
          name="storageLocationID"
          label="Storage location"
          source={locationSource}
          description="Empty: the default place"
          clearable
        />
        <NoteField name="note" label="Note" />
        {data && (
          <SwitchField
            name="isOpen"
            label="More is to come"
            description="Off: what is open is not expected any more, and cannot be promised"
          />
        )}
      </FormSection>
    </FormScreen>
  );
}
