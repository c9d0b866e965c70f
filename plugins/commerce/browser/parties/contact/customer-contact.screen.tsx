import { LinkText, RecordScreen, StatusBadge } from '@millwright/core/browser';
import { customerContacts } from '../../../contracts/index.ts';
import { MailLink, PhoneLink, papersOf } from './contact-links.tsx';

const shown = { ...customerContacts, fields: customerContacts.fields.only('note') };

export function CustomerContactScreen() {
  return (
    <RecordScreen
      record={shown}
      status={({ isMain }) => isMain && <StatusBadge tone="info">Main contact</StatusBadge>}
      summary={({ customer, jobTitle, phone, email }) => [
        {
          label: 'Customer',
          value: <LinkText to={`/dashboard/customers/${customer.id}?tab=contacts`}>{customer.name}</LinkText>,
        },
        { label: 'Job title', value: jobTitle },
        { label: 'Phone', value: <PhoneLink phone={phone} /> },
        { label: 'Email', value: <MailLink email={email} /> },
      ]}
      facts={(contact) => [
        { label: 'Gets by mail', value: papersOf(contact) || 'Nothing' },
        { label: 'Portal person', value: contact.person && `${contact.person.name} (${contact.person.email})` },
      ]}
    />
  );
}
