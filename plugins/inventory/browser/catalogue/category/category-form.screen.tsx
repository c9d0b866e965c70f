import { FormSection, NoteField, RecordForm, RecordSelect, SelectField, TextField } from '@millwright/core/browser';
import { codeOptions } from '@millwright/core/contracts';
import { categories, categoryTypeNames } from '../../../contracts/index.ts';
import { unitGroupSource } from '../../record-sources.ts';
import { propertySource } from '../item/item-sources.ts';

const typeOptions = codeOptions(categoryTypeNames);

export function CategoryFormScreen() {
  return (
    <RecordForm record={categories} blank={{ name: '', type: 'product' }}>
      {(found) => (
        <>
          <FormSection
            title="Category"
            {...(found ? { description: `Sorts ${categoryTypeNames[found.type].toLowerCase()}` } : {})}
          >
            <TextField name="name" label="Name" required autoFocus={!found} />
            {!found && <SelectField name="type" label="Sorts" options={typeOptions} required />}
            <NoteField name="notes" label="Notes" />
          </FormSection>
          <FormSection title="Its items" description="What new items of the category begin with">
            <RecordSelect
              name="propertyIDs"
              label="Properties"
              description="What they are described by: color, size, material"
              source={propertySource}
              multiple
            />
            <RecordSelect
              name="unitGroupID"
              label="Unit group"
              description="What they are measured in"
              source={unitGroupSource}
              clearable
            />
          </FormSection>
        </>
      )}
    </RecordForm>
  );
}
