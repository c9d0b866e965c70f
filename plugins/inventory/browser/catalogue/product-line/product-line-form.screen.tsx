import { FormSection, RecordForm, RecordSelect, SwitchField, TextField } from '@millwright/core/browser';
import { productLines } from '../../../contracts/index.ts';
import { unitGroupSource } from '../../record-sources.ts';

export function ProductLineFormScreen() {
  return (
    <RecordForm record={productLines} blank={{ name: '', isCommissionExempt: true, isFreightExempt: false }}>
      {(found) => (
        <>
          <FormSection title="Product line">
            <TextField name="name" label="Name" required autoFocus={!found} />
            <RecordSelect
              name="unitGroupID"
              label="Unit group"
              source={unitGroupSource}
              description="New products of the line are measured in it"
              clearable
            />
          </FormSection>
          <FormSection title="Exemptions">
            <SwitchField
              name="isCommissionExempt"
              label="Commission exempt"
              description="Sales of the line earn no commission"
            />
            <SwitchField
              name="isFreightExempt"
              label="Freight exempt"
              description="The line ships without freight charge"
            />
          </FormSection>
        </>
      )}
    </RecordForm>
  );
}
