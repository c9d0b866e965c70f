import { Button, SimpleGrid, Stack, Text } from '@mantine/core';
import {
  Icon,
  LinkButton,
  PageHeader,
  Panel,
  useEndpoint,
  useScreenTitle,
  useSession,
  useShortcut,
} from '@millwright/core/browser';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { listAccountGroupAccess, listCustomerAccess } from '../../../contracts/index.ts';
import { PortalSettingsDialog } from './portal-settings-dialog.tsx';

const create = '/dashboard/relevant-products/create';

/** A count in words; without the number while it is loading. */
const counted = (count: number | undefined, one: string, many: string): string =>
  count === undefined ? many : count === 1 ? `1 ${one}` : `${count} ${many}`;

export function RelevantProductsScreen() {
  useScreenTitle('Relevant products');
  const { can, canOpen } = useSession();
  const [isSetting, setSetting] = useState(false);
  const navigate = useNavigate();
  const customers = useEndpoint(listCustomerAccess, { query: { take: 1 } });
  const groups = useEndpoint(listAccountGroupAccess, { query: { take: 1 } });
  const mayCreate = canOpen(create);
  useShortcut('c', () => void navigate(create), { label: 'Limit product lines', group: 'List', enabled: mayCreate });
  return (
    <>
      <PageHeader
        title="Relevant products"
        actions={
          <>
            {can('sys_properties:update') && (
              <Button variant="default" onClick={() => setSetting(true)}>
                Settings
              </Button>
            )}
            <LinkButton to={create} leftSection={<Icon name="plus" size={14} />}>
              Limit product lines
            </LinkButton>
          </>
        }
      />
      {isSetting && <PortalSettingsDialog onClose={() => setSetting(false)} />}
      <Stack p="md" gap="md" maw={960}>
        <Text>
          Customers may order everything that is sold, unless product lines are chosen for them here. What is chosen for
          a customer counts alone; otherwise the lines of all of its groups count together. Freight, services and taxes
          stay open to everybody.
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Panel title="Customers">
            <Text mb="sm">
              {counted(customers.data?.count, 'customer', 'customers')} with product lines of their own.
            </Text>
            <LinkButton to="/dashboard/relevant-products/customers" variant="default">
              Show customers
            </LinkButton>
          </Panel>
          <Panel title="Customer groups">
            <Text mb="sm">{counted(groups.data?.count, 'group', 'groups')} limited to product lines.</Text>
            <LinkButton to="/dashboard/relevant-products/customer-groups" variant="default">
              Show customer groups
            </LinkButton>
          </Panel>
        </SimpleGrid>
      </Stack>
    </>
  );
}
