import {
  DateField,
  FormRow,
  FormSection,
  MeasureField,
  MoneyField,
  NoteField,
  RecordForm,
  RecordSelect,
  SwitchField,
} from '@millwright/core/browser';
import { useSearchParams } from 'react-router';
import { expectedReceipts } from '../../../contracts/index.ts';
import { ItemMeasureField } from '../../catalogue/item/form/item-measure-field.tsx';
import { itemSource, locationSource } from '../../record-sources.ts';

export function ExpectedReceiptFormScreen() {
  const [search] = useSearchParams();
  return (
    <RecordForm
      record={expectedReceipts}
      name={({ item }) => `Expected ${item.sku}`}
      blank={{ itemID: search.get('itemID') ?? '' }}
      values={({ quantity: { measure, unitID } }) => ({ quantity: { measure, unitID } })}
      savedText={({ quantity, item }) => `${quantity.measure} ${quantity.unit} of ${item.sku} expected`}
    >
      {(found) => (
        <>
          <FormSection title="What will come">
            {!found && <RecordSelect name="itemID" label="Item" source={itemSource} required autoFocus />}
            <FormRow>
              {found ? (
                <MeasureField
                  name="quantity"
                  label="Quantity"
                  units={[{ id: found.quantity.unitID, name: found.quantity.unit }]}
                  defaultUnitID={found.quantity.unitID}
                  required
                />
              ) : (
                <ItemMeasureField name="quantity" label="Quantity" required />
              )}
              <DateField name="expectedOn" label="Expected on" required />
            </FormRow>
            <MoneyField
              name="unitCost"
              label="Unit cost"
              unitPrice
              description="Of one default unit, where it is known"
            />
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
            {found && (
              <SwitchField
                name="isOpen"
                label="More is to come"
                description="Off: what is open is not expected any more, and cannot be promised"
              />
            )}
          </FormSection>
        </>
      )}
    </RecordForm>
  );
}
