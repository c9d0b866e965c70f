import { List, Stack, Text } from '@mantine/core';
import { ErrorState, FormSection, LinkButton, LinkText, LoadingState, useEndpoint } from '@millwright/core/browser';
import { listCustomerContacts, listSupplierContacts } from '../../../contracts/index.ts';
import { papersOf } from './contact-links.tsx';

interface Owner {
  /** Path of the screens of its contacts. */
  home: string;
  /** Query by which the form of a new contact knows its owner: `customerID=cus_...`. */
  query: string;
}
interface Loaded {
  data?: { items: readonly { id: string; name: string; jobTitle: string | null; phone: string | null }[] } | undefined;
  error: unknown;
  refetch(): unknown;
}

function Contacts({ home, query, found }: Owner & { found: Loaded }) {
  if (found.error && !found.data)
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} what="contacts" />;
  if (!found.data) return <LoadingState lines={2} label="Loading the contacts" />;
  const { items } = found.data;
  return (
    <Stack gap="sm" align="flex-start">
      {items.length === 0 && <Text size="sm">No contacts yet.</Text>}
      <List size="sm" spacing={4}>
        {items.map((contact) => (
          <List.Item key={contact.id}>
            <LinkText to={`${home}/${contact.id}/edit`}>{contact.name}</LinkText>
            {[contact.jobTitle, contact.phone, papersOf(contact)].filter(Boolean).map((text) => `, ${text}`)}
          </List.Item>
        ))}
      </List>
      <LinkButton to={`${home}/create?${query}`} variant="default" size="compact-sm">
        Add contact
      </LinkButton>
    </Stack>
  );
}

const words = { title: 'Contacts', description: 'People whom you call, and who gets which paper by mail' };
const later = (owner: string) => <Text size="sm">Contacts are added once the {owner} is saved.</Text>;

function CustomerContacts({ id }: { id: string }) {
  const found = useEndpoint(listCustomerContacts, { query: { customerIDs: [id], take: 100 } });
  return <Contacts home="/dashboard/customer-contacts" query={`customerID=${id}`} found={found} />;
}

function SupplierContacts({ id }: { id: string }) {
  const found = useEndpoint(listSupplierContacts, { query: { supplierIDs: [id], take: 100 } });
  return <Contacts home="/dashboard/supplier-contacts" query={`supplierID=${id}`} found={found} />;
}

/** Contacts of a customer in its form. */
export const CustomerContactsSection = ({ id }: { id: string | undefined }) => (
  <FormSection {...words}>{id === undefined ? later('customer') : <CustomerContacts id={id} />}</FormSection>
);

/** Contacts of a supplier in its form. */
export const SupplierContactsSection = ({ id }: { id: string | undefined }) => (
  <FormSection {...words}>{id === undefined ? later('supplier') : <SupplierContacts id={id} />}</FormSection>
);
