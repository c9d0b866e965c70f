import { Anchor, Text } from '@mantine/core';

/** A phone number that a phone dials. */
export const PhoneLink = ({ phone }: { phone: string | null }) =>
  phone && (
    <Anchor href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} size="sm" onClick={(event) => event.stopPropagation()}>
      {phone}
    </Anchor>
  );

/** An address that a mail program opens. */
export const MailLink = ({ email }: { email: string | null }) =>
  email && (
    <Anchor
      href={`mailto:${email}`}
      size="sm"
      style={{ overflowWrap: 'anywhere' }}
      onClick={(event) => event.stopPropagation()}
    >
      {email}
    </Anchor>
  );

const paperWords: Readonly<Record<string, string>> = {
  getsOrders: 'acknowledgements',
  getsShipments: 'shipping notices',
  getsInvoices: 'invoices',
  getsStatements: 'statements',
  getsDates: 'moved dates',
  getsPurchaseOrders: 'purchase orders',
  getsOverdue: 'reminders',
};

/** What a contact gets by mail: 'Invoices, statements'. */
export function papersOf(contact: object): string {
  const values = Object.entries(contact);
  const words = values.flatMap(([name, value]) => (value === true && paperWords[name] ? paperWords[name] : []));
  const text = words.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `papersOf` in a list. */
export const PapersText = ({ contact }: { contact: object }) => <Text size="sm">{papersOf(contact) || 'Nothing'}</Text>;
