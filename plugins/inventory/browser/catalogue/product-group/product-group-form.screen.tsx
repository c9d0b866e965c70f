import { FormSection, NoteField, RecordForm, RecordSelect, TextField, useSession } from '@millwright/core/browser';
import { productGroups } from '../../../contracts/index.ts';
import { productBySkuSource, propertySource } from '../item/item-sources.ts';

export function ProductGroupFormScreen() {
  const session = useSession();
  return (
    <RecordForm record={productGroups} blank={{ name: '', propertyIDs: [], productIDs: [] }}>
      {(found) => (
        <FormSection title="Product group">
          <TextField name="name" label="Name" required autoFocus={!found} />
          <RecordSelect
            name="propertyIDs"
            label="Properties"
            description="What its products differ in, at most five; variations are shown in this order"
            source={propertySource}
            multiple
            required
          />
          {!found && session.can('products:read') && (
            <RecordSelect
              name="productIDs"
              label="Products"
              description="They leave the groups they are in"
              source={productBySkuSource}
              multiple
            />
          )}
          <NoteField name="notes" label="Notes" />
        </FormSection>
      )}
    </RecordForm>
  );
}
