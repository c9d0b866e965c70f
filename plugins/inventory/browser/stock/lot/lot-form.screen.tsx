import {
  DateField,
  FormRow,
  FormSection,
  NoteField,
  RecordForm,
  RecordSelect,
  TextField,
} from '@millwright/core/browser';
import { useSearchParams } from 'react-router';
import { lots } from '../../../contracts/index.ts';
import { itemSource } from '../../record-sources.ts';

export function LotFormScreen() {
  const [search] = useSearchParams();
  return (
    <RecordForm
      record={lots}
      name={({ lotNumber }) => `Lot ${lotNumber}`}
      blank={{ itemID: search.get('itemID') ?? '', lotNumber: '' }}
    >
      {(found) => (
        <FormSection title="Lot">
          {!found && <RecordSelect name="itemID" label="Item" source={itemSource} required />}
          <FormRow>
            <TextField
              name="lotNumber"
              label="Lot number"
              description="Padded with zeros to six characters unless it begins with a letter"
              required
              autoFocus={Boolean(found)}
            />
            <DateField name="expiresOn" label="Expires" />
          </FormRow>
          <NoteField name="notes" label="Notes" />
        </FormSection>
      )}
    </RecordForm>
  );
}
