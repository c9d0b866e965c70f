import { FormSection, RecordFields, RecordForm, RecordSelect, TextField } from '@millwright/core/browser';
import { useSearchParams } from 'react-router';
import { supplierContactFields, supplierContacts } from '../../../contracts/index.ts';
import { supplierSource } from '../../sources/record-sources.ts';

export function SupplierContactFormScreen() {
  const [search] = useSearchParams();
  return (
    <RecordForm
      record={supplierContacts}
      blank={{ supplierID: search.get('supplierID') ?? '', name: '', ...supplierContactFields.unset }}
      next={({ id, supplier }) =>
        search.has('supplierID')
          ? `/dashboard/suppliers/${supplier.id}?tab=contacts`
          : `/dashboard/supplier-contacts/${id}`
      }
    >
      {(found) => (
        <>
          <FormSection title="Contact">
            {!found && <RecordSelect name="supplierID" label="Supplier" source={supplierSource} required />}
            <TextField name="name" label="Name" required autoFocus={!found} />
            <RecordFields table={supplierContactFields.only('jobTitle', 'phone', 'email', 'isMain', 'note')} />
          </FormSection>
          <FormSection title="Gets by mail" description="Papers whose own recipients are not said on them">
            <RecordFields table={supplierContactFields} section="mail" />
          </FormSection>
        </>
      )}
    </RecordForm>
  );
}
