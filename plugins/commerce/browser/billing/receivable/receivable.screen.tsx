import { Button, Group, Stack, Table, Text } from '@mantine/core';
import {
  accountURL,
  DateText,
  EmptyState,
  Facts,
  FormDialog,
  Icon,
  LinkButton,
  LinkText,
  Money,
  PageHeader,
  Panel,
  PendingState,
  toast,
  useEndpoint,
  useEndpointMutation,
  useScreenTitle,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import {
  type AccountReceivables,
  agingBuckets,
  emailReceivables,
  getAccountReceivables,
  previewReceivablesEmail,
  statementMailInput,
} from '../../../contracts/index.ts';
import { EmailListField } from '../../document/mail/email-list-field.tsx';
import { MailFilesField } from '../../document/mail/mail-files-field.tsx';
import { MailPreview } from '../../document/mail/mail-preview.tsx';
import { useCustomerRecipients } from '../../document/mail/use-recipients.ts';

const bucketLabels = Object.fromEntries(agingBuckets.map(({ name, label }) => [name, label]));

/** Receivables of one customer by invoice, on any day. */
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
      {account ? <AccountSheet account={account} /> : <PendingState query={query} what="account" lines={8} />}
    </Stack>
  );
}

function AccountActions({ account, cutoffDate }: { account: AccountReceivables; cutoffDate: string | null }) {
  const { can } = useSession();
  const [isMailing, setMailing] = useState(false);
  const path = `/v1/receivables/accounts/${account.id}`;
  const dayQuery = cutoffDate ? { cutoffDate } : {};
  return (
    <Group gap="xs">
      <Button
        component="a"
        href={accountURL(`${path}/actions/generate-report`, dayQuery)}
        target="_blank"
        variant="default"
      >
        Text report
      </Button>
      <Button
        component="a"
        href={accountURL(`${path}/statement`, dayQuery)}
        target="_blank"
        variant="default"
        leftSection={<Icon name="document" />}
      >
        Statement
      </Button>
      {can('invoices:update') && (
        <Button variant="default" leftSection={<Icon name="mail" />} onClick={() => setMailing(true)}>
          Email
        </Button>
      )}
      <LinkButton to={`/dashboard/account-management/settle?customerID=${account.id}`}>Settle</LinkButton>
      {isMailing && <StatementDialog account={account} onClose={() => setMailing(false)} />}
    </Group>
  );
}

/**
 * Dialog for the recipients of the statement on the screen's day. A customer without an email address takes any
 * recipient.
 */
function StatementDialog({ account, onClose }: { account: AccountReceivables; onClose(): void }) {
  const mail = useEndpointMutation(emailReceivables);
  const { cutoffDate, customer } = account;
  const preview = useEndpoint(previewReceivablesEmail, { params: { accountID: account.id }, query: { cutoffDate } });
  const { picked, known, isKnown } = useCustomerRecipients({ ...customer, id: account.id }, 'statement');
  if (!isKnown) return null;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Email the statement"
      saveLabel="Send email"
      schema={statementMailInput}
      values={{ recipientEmails: picked, cutoffDate, fileIDs: [] }}
      onSave={async (body) => {
        const answer = await mail.mutateAsync({ params: { accountID: account.id }, body });
        toast.success(answer.message);
      }}
    >
      <Text size="sm">
        What {customer.name} owed on <DateText value={cutoffDate} />. The mail is kept in the email log.
      </Text>
      <EmailListField name="recipientEmails" label="To" known={known} required />
      <MailFilesField record={{ type: 'customer', id: account.id }} />
      <MailPreview query={preview} />
    </FormDialog>
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
