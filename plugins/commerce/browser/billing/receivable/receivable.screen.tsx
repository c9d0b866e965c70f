import { Button, Group, Stack, Table, Text } from '@mantine/core';
import {
  accountURL,
  DateText,
  EmptyState,
  ErrorState,
  Facts,
  Icon,
  LinkButton,
  LinkText,
  LoadingState,
  Money,
  PageHeader,
  Panel,
  toast,
  useConfirm,
  useEndpoint,
  useEndpointMutation,
  useScreenTitle,
  useSession,
} from '@millwright/core/browser';
import { useParams, useSearchParams } from 'react-router';
import {
  type AccountReceivables,
  agingBuckets,
  emailReceivables,
  getAccountReceivables,
} from '../../../contracts/index.ts';

const bucketLabels = Object.fromEntries(agingBuckets.map(({ name, label }) => [name, label]));

/** What one customer owes, invoice by invoice, on any day. */
export function ReceivableScreen() {
  const { customerID = '' } = useParams();
  const [search] = useSearchParams();
  const cutoffDate = search.get('cutoffDate');
  const query = useEndpoint(getAccountReceivables, {
    params: { accountID: customerID },
    query: cutoffDate ? { cutoffDate } : {},
  });
  const account = query.data;
  useScreenTitle(account?.customer.name ?? '');
  return (
    <Stack gap="md" p="md">
      <PageHeader
        title={account?.customer.name ?? 'Account'}
        back={{ href: '/dashboard/accounts-receivable', label: 'accounts receivable' }}
        actions={account && <AccountActions account={account} cutoffDate={cutoffDate} />}
      />
      {account ? (
        <AccountSheet account={account} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} what="account" />
      ) : (
        <LoadingState lines={8} />
      )}
    </Stack>
  );
}

function AccountActions({ account, cutoffDate }: { account: AccountReceivables; cutoffDate: string | null }) {
  const { can } = useSession();
  const confirm = useConfirm();
  const mail = useEndpointMutation(emailReceivables);
  const path = `/v1/receivables/accounts/${account.id}`;
  const asked = cutoffDate ? { cutoffDate } : {};
  const { email } = account.customer;
  const askAndMail = async () => {
    if (!email) return;
    const message = `It goes to ${email}, as of today.`;
    if (!(await confirm({ title: 'Email the statement?', message, confirmLabel: 'Send email' }))) return;
    try {
      const answer = await mail.mutateAsync({ params: { accountID: account.id }, body: { recipientEmails: [email] } });
      toast.success(answer.message);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <Group gap="xs">
      <Button
        component="a"
        href={accountURL(`${path}/actions/generate-report`, asked)}
        target="_blank"
        variant="default"
      >
        Text report
      </Button>
      <Button
        component="a"
        href={accountURL(`${path}/statement`, asked)}
        target="_blank"
        variant="default"
        leftSection={<Icon name="document" />}
      >
        Statement
      </Button>
      {can('invoices:update') && email && (
        <Button variant="default" leftSection={<Icon name="mail" />} onClick={() => void askAndMail()}>
          Email
        </Button>
      )}
      <LinkButton to={`/dashboard/account-management/settle?customerID=${account.id}`}>Settle</LinkButton>
    </Group>
  );
}

function AccountSheet({ account }: { account: AccountReceivables }) {
  return (
    <>
      <Facts
        strip
        facts={[
          { label: 'As of', value: <DateText value={account.cutoffDate} /> },
          ...agingBuckets.map(({ name, label }) => ({ label, value: <Money value={account[name]} /> })),
          { label: 'Open', value: <Money value={account.total} /> },
          { label: 'Credits', value: <Money value={account.credits} /> },
          { label: 'Balance', value: <Money value={account.balance} /> },
        ]}
      />
      <Panel title="Open invoices" flush>
        {account.receivables.length ? (
          <Table.ScrollContainer minWidth={320}>
            <Table aria-label="Open invoices">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Number</Table.Th>
                  <Table.Th>Date</Table.Th>
                  <Table.Th visibleFrom="sm">Due</Table.Th>
                  <Table.Th visibleFrom="sm">Age</Table.Th>
                  <Table.Th ta="end" visibleFrom="sm">
                    Total
                  </Table.Th>
                  <Table.Th ta="end">Open</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {account.receivables.map((each) => (
                  <Table.Tr key={each.id}>
                    <Table.Td>
                      <LinkText
                        to={`/dashboard/${each.kind === 'invoice' ? 'invoices' : 'transactions'}/${each.id}`}
                        size="sm"
                      >
                        {each.kind === 'invoice' ? each.number : `Debit ${each.number}`}
                      </LinkText>
                    </Table.Td>
                    <Table.Td>
                      <DateText value={each.date} />
                    </Table.Td>
                    <Table.Td
                      visibleFrom="sm"
                      {...(each.dueAt < account.cutoffDate ? { c: 'var(--mantine-color-error)' } : {})}
                    >
                      <DateText value={each.dueAt} />
                    </Table.Td>
                    <Table.Td visibleFrom="sm">
                      {each.age} days
                      <Text size="xs" c="dimmed">
                        {bucketLabels[each.bucket]}
                      </Text>
                    </Table.Td>
                    <Table.Td ta="end" visibleFrom="sm">
                      <Money value={each.total} />
                    </Table.Td>
                    <Table.Td ta="end">
                      <Money value={each.open} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        ) : (
          <EmptyState title="Nothing is open" icon="check" />
        )}
      </Panel>
      {account.openCredits.length > 0 && (
        <Panel title="Credits that are left" flush>
          <Table aria-label="Credits">
            <Table.Tbody>
              {account.openCredits.map(({ id, number, type, date, open }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    <LinkText to={`/dashboard/transactions/${id}`} size="sm">
                      {type.name} {number}
                    </LinkText>
                  </Table.Td>
                  <Table.Td>
                    <DateText value={date} />
                  </Table.Td>
                  <Table.Td ta="end">
                    <Money value={open} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Panel>
      )}
    </>
  );
}
