import { FormSection, RecordFields, RecordForm, RecordSelect, TextField, useSession } from '@millwright/core/browser';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { type CustomerContact, customerContactFields, customerContacts } from '../../../contracts/index.ts';
import { customerSource, portalPersonSource } from '../../sources/record-sources.ts';

/** The same person's sign-in in the portal of the customer. */
function PersonField({ contact }: { contact: CustomerContact | undefined }) {
  const { can } = useSession();
  const picked: unknown = useWatch({ name: 'customerID' });
  const customerID = contact?.customer.id ?? (typeof picked === 'string' ? picked : '');
  const source = useMemo(() => portalPersonSource(customerID), [customerID]);
  if (!can('team_users:read')) return null;
  return (
    <RecordSelect
      key={customerID}
      name="personID"
      label="Portal person"
      description="Where this is somebody who signs in to the portal"
      source={source}
      clearable
    />
  );
}

export function CustomerContactFormScreen() {
  const [search] = useSearchParams();
  return (
    <RecordForm
      record={customerContacts}
      blank={{ customerID: search.get('customerID') ?? '', name: '', ...customerContactFields.unset, personID: null }}
      values={({ person }) => ({ personID: person?.id ?? null })}
      next={({ id, customer }) =>
        search.has('customerID')
          ? `/dashboard/customers/${customer.id}?tab=contacts`
          : `/dashboard/customer-contacts/${id}`
      }
    >
      {(found) => (
        <>
          <FormSection title="Contact">
            {!found && <RecordSelect name="customerID" label="Customer" source={customerSource} required />}
            <TextField name="name" label="Name" required autoFocus={!found} />
            <RecordFields table={customerContactFields.only('jobTitle', 'phone', 'email', 'isMain', 'note')} />
            <PersonField contact={found} />
          </FormSection>
          <FormSection title="Gets by mail" description="Papers whose own recipients are not said on them">
            <RecordFields table={customerContactFields} section="mail" />
          </FormSection>
        </>
      )}
    </RecordForm>
  );
}
