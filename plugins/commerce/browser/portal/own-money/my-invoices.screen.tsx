import { Button, SimpleGrid, Table, Tabs, Text } from '@mantine/core';
import {
  accountURL,
  DateText,
  EmptyState,
  ErrorState,
  Facts,
  Icon,
  LinkText,
  LoadingState,
  Money,
  Panel,
  StatusBadge,
  type StatusTone,
  useEndpoint,
} from '@millwright/core/browser';
import { getOwnBalance, listOwnInvoices, listOwnPayments, type OwnInvoiceRow } from '../../../contracts/index.ts';
import { PortalFrame } from '../storefront/portal-frame.tsx';

const statuses: Record<OwnInvoiceRow['status'], [StatusTone, string]> = {
  open: ['info', 'Open'],
  overdue: ['danger', 'Overdue'],
  paid: ['success', 'Paid'],
  void: ['neutral', 'Void'],
};

/** What is open, the invoices and what was paid. */
export function MyInvoicesScreen() {
  return (
    <PortalFrame title="Invoices and payments">
      {({ asCustomer }) => (
        <>
          <Balance asCustomer={asCustomer} />
          <Tabs defaultValue="invoices" mt="md" keepMounted={false}>
            <Tabs.List>
              <Tabs.Tab value="invoices">Invoices</Tabs.Tab>
              <Tabs.Tab value="payments">Payments and credits</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="invoices" pt="md">
              <Invoices asCustomer={asCustomer} />
            </Tabs.Panel>
            <Tabs.Panel value="payments" pt="md">
              <Payments asCustomer={asCustomer} />
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </PortalFrame>
  );
}

interface Props {
  asCustomer: { asCustomerID?: string };
}

function Balance({ asCustomer }: Props) {
  const balance = useEndpoint(getOwnBalance, { query: asCustomer });
  if (!balance.data) return balance.error ? null : <LoadingState lines={2} />;
  const { total, overdue, credits, balance: left } = balance.data;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Panel title="What is open">
        <Facts
          facts={[
            { label: 'Open', value: <Money value={total} /> },
            { label: 'Overdue', value: <Money value={overdue} /> },
            { label: 'Credits', value: credits > 0 && <Money value={-credits} /> },
            { label: 'Balance', value: <Money value={left} /> },
          ]}
        />
      </Panel>
      <Panel title="Statement">
        <Text size="sm" mb="sm">
          All that is open today, by age, on paper.
        </Text>
        <Button
          component="a"
          href={accountURL('/v1/portal/statement', asCustomer)}
          target="_blank"
          variant="default"
          leftSection={<Icon name="document" />}
        >
          Statement as PDF
        </Button>
      </Panel>
    </SimpleGrid>
  );
}

function Invoices({ asCustomer }: Props) {
  const invoices = useEndpoint(listOwnInvoices, { query: { ...asCustomer, take: 200 } });
  if (invoices.error)
    return <ErrorState error={invoices.error} onRetry={() => void invoices.refetch()} what="invoices" />;
  if (!invoices.data) return <LoadingState />;
  if (!invoices.data.items.length)
    return <EmptyState title="No invoices yet" text="They come when your goods are shipped." icon="receipt" />;
  return (
    <Table.ScrollContainer minWidth={620}>
      <Table aria-label="Invoices">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Invoice</Table.Th>
            <Table.Th>Order</Table.Th>
            <Table.Th>Date</Table.Th>
            <Table.Th>Due</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th ta="right">Total</Table.Th>
            <Table.Th ta="right">Open</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {invoices.data.items.map((invoice) => {
            const [tone, word] = statuses[invoice.status];
            return (
              <Table.Tr key={invoice.id}>
                <Table.Td>
                  <a
                    href={accountURL(`/v1/portal/invoices/${invoice.id}/pdf`, asCustomer)}
                    target="_blank"
                    rel="noreferrer"
                    aria-label={`Invoice ${invoice.number} as PDF`}
                  >
                    {invoice.number}
                  </a>
                </Table.Td>
                <Table.Td>
                  {invoice.orderID && (
                    <LinkText to={`/dashboard/my-orders/${invoice.orderID}`}>{invoice.orderNumber}</LinkText>
                  )}{' '}
                  {invoice.customerPO}
                </Table.Td>
                <Table.Td>
                  <DateText value={invoice.date} />
                </Table.Td>
                <Table.Td>
                  <DateText value={invoice.dueAt} />
                </Table.Td>
                <Table.Td>
                  <StatusBadge tone={tone}>{word}</StatusBadge>
                </Table.Td>
                <Table.Td ta="right">
                  <Money value={invoice.total} />
                </Table.Td>
                <Table.Td ta="right">
                  <Money value={invoice.open} />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Payments({ asCustomer }: Props) {
  const payments = useEndpoint(listOwnPayments, { query: { ...asCustomer, take: 200 } });
  if (payments.error)
    return <ErrorState error={payments.error} onRetry={() => void payments.refetch()} what="payments" />;
  if (!payments.data) return <LoadingState />;
  if (!payments.data.items.length)
    return <EmptyState title="No payments yet" text="What you pay appears here." icon="receipt" />;
  return (
    <Table.ScrollContainer minWidth={520}>
      <Table aria-label="Payments and credits">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Number</Table.Th>
            <Table.Th>What</Table.Th>
            <Table.Th>Date</Table.Th>
            <Table.Th>Reference</Table.Th>
            <Table.Th ta="right">Amount</Table.Th>
            <Table.Th ta="right">Left</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {payments.data.items.map((payment) => (
            <Table.Tr key={payment.id}>
              <Table.Td>{payment.number}</Table.Td>
              <Table.Td>{[payment.type, payment.method, payment.isVoid && 'void'].filter(Boolean).join(', ')}</Table.Td>
              <Table.Td>
                <DateText value={payment.date} />
              </Table.Td>
              <Table.Td>{payment.reference}</Table.Td>
              <Table.Td ta="right">
                <Money value={payment.amount} />
              </Table.Td>
              <Table.Td ta="right">
                <Money value={payment.open} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
