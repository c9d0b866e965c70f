import { LinkText, RecordScreen, StatusBadge } from '@millwright/core/browser';
import { supplierContacts } from '../../../contracts/index.ts';
import { MailLink, PhoneLink, papersOf } from './contact-links.tsx';

const shown = { ...supplierContacts, fields: supplierContacts.fields.only('note') };

export function SupplierContactScreen() {
  return (
    <RecordScreen
      record={shown}
      status={({ isMain }) => isMain && <StatusBadge tone="info">Main contact</StatusBadge>}
      summary={({ supplier, jobTitle, phone, email }) => [
        {
          label: 'Supplier',
          value: <LinkText to={`/dashboard/suppliers/${supplier.id}?tab=contacts`}>{supplier.name}</LinkText>,
        },
        { label: 'Job title', value: jobTitle },
        { label: 'Phone', value: <PhoneLink phone={phone} /> },
        { label: 'Email', value: <MailLink email={email} /> },
      ]}
      facts={(contact) => [{ label: 'Gets by mail', value: papersOf(contact) || 'Nothing' }]}
    />
  );
}
