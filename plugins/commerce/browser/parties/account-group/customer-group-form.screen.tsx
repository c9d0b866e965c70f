import { FormSection, RecordForm, SelectField, SwitchField, TextField } from '@millwright/core/browser';
import { codeOptions } from '@millwright/core/contracts';
import { accountGroups, accountGroupTypeNames } from '../../../contracts/index.ts';

const kinds = codeOptions(accountGroupTypeNames);

export function CustomerGroupFormScreen() {
  return (
    <RecordForm
      record={accountGroups}
      hasPage={false}
      blank={{ name: '', typeCode: 'customer_type', isCommissionExempt: true, isFreightExempt: false }}
    >
      {(found) => (
        <>
          <FormSection title={found ? accountGroupTypeNames[found.typeCode] : 'Group'}>
            <TextField name="name" label="Name" required autoFocus={!found} />
            {!found && (
              <SelectField
                name="typeCode"
                label="Kind"
                options={kinds}
                required
                description="A customer has one type and any number of price groups"
              />
            )}
          </FormSection>
          <FormSection title="Exemptions" description="They hold for every customer of the group">
            <SwitchField name="isCommissionExempt" label="Commission exempt" description="Sales earn no commission" />
            <SwitchField name="isFreightExempt" label="Freight exempt" description="No freight is charged" />
          </FormSection>
        </>
      )}
    </RecordForm>
  );
}
