import { Button, Group, Table, Text } from '@mantine/core';
import {
  DateText,
  EmptyState,
  formats,
  LinkText,
  Money,
  useEndpointMutation,
  useRunIfConfirmed,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { type AllocationView, deleteTransactionAllocation } from '../../contracts/index.ts';
import { AllocationDialog } from './allocation-dialog.tsx';

/** Buttons of a valid allocation. */
function AllocationActions({ allocation, onEdit }: { allocation: AllocationView; onEdit(): void }) {
  const runIfConfirmed = useRunIfConfirmed();
  const takeBack = useEndpointMutation(deleteTransactionAllocation);
  const { id, transactionType, transactionNumber, targetNumber, amount } = allocation;
  const what = `${transactionType} ${transactionNumber} on ${targetNumber}`;
  const askAndTakeBack = () =>
    runIfConfirmed(
      {
        title: `Take back ${what}?`,
        message: `${formats().money(amount)} of ${targetNumber} are open again from today on.`,
        confirmLabel: 'Take back',
        danger: true,
      },
      () => takeBack.mutateAsync({ params: { transactionAllocationID: id } }),
    );
  return (
    <Group gap={4} justify="flex-end">
      <Button size="compact-sm" px={4} variant="subtle" aria-label={`Correct ${what}`} onClick={onEdit}>
        Correct
      </Button>
      <Button
        size="compact-sm"
        px={4}
        variant="subtle"
        color="red"
        aria-label={`Take back ${what}`}
        onClick={() => void askAndTakeBack()}
      >
        Take back
      </Button>
    </Group>
  );
}

/** The day of an allocation, and the day on which it was taken back. */
function AllocationDays({ allocation: { appliedOn, unappliedOn } }: { allocation: AllocationView }) {
  return (
    <>
      <DateText value={appliedOn} />
      {unappliedOn && (
        <Text size="xs">
          until <DateText value={unappliedOn} />
        </Text>
      )}
    </>
  );
}

/** Allocations with their reasons, from the side of the covered invoice or of the credit. */
export function AllocationList({
  allocations,
  from,
  empty,
}: {
  allocations: readonly AllocationView[];
  /**
   * The side that the screen itself shows. Lists of an invoice or debit name the credits; lists of a credit name its
   * targets.
   */
  from: 'target' | 'credit' | 'both';
  empty: string;
}) {
  const { can } = useSession();
  const [edited, setEdited] = useState<AllocationView | null>(null);
  const canChange = can('transactions:update');
  if (!allocations.length) return <EmptyState title={empty} icon="card" />;
  const named = (label: string, href: string, mayOpen: boolean) =>
    mayOpen ? (
      <LinkText to={href} size="sm">
        {label}
      </LinkText>
    ) : (
      label
    );
  const onPhones = (each: AllocationView) => (
    <Text component="div" size="xs" c="dimmed" hiddenFrom="sm">
      <AllocationDays allocation={each} />
    </Text>
  );
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table aria-label="Allocations">
        <Table.Thead>
          <Table.Tr>
            {from !== 'credit' && <Table.Th>{from === 'both' ? 'From' : 'Paid by'}</Table.Th>}
            {from !== 'target' && <Table.Th>Goes to</Table.Th>}
            <Table.Th visibleFrom="sm">Why</Table.Th>
            <Table.Th visibleFrom="sm">On</Table.Th>
            <Table.Th ta="end">Amount</Table.Th>
            {canChange && <Table.Th aria-label="Actions" />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {allocations.map((each) => (
            <Table.Tr key={each.id} {...(each.unappliedOn ? { c: 'dimmed', td: 'line-through' } : {})}>
              {from !== 'credit' && (
                <Table.Td>
                  {named(
                    `${each.transactionType} ${each.transactionNumber}`,
                    `/dashboard/transactions/${each.transactionID}`,
                    can('transactions:read'),
                  )}
                  {from === 'target' && onPhones(each)}
                </Table.Td>
              )}
              {from !== 'target' && (
                <Table.Td>
                  {each.invoiceID
                    ? named(
                        `Invoice ${each.targetNumber}`,
                        `/dashboard/invoices/${each.invoiceID}`,
                        can('invoices:read'),
                      )
                    : named(
                        `Debit ${each.targetNumber}`,
                        `/dashboard/transactions/${each.debitID}`,
                        can('transactions:read'),
                      )}
                  {onPhones(each)}
                </Table.Td>
              )}
              <Table.Td visibleFrom="sm">
                {each.why}
                {each.note && (
                  <Text size="xs" c="dimmed">
                    {each.note}
                  </Text>
                )}
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <AllocationDays allocation={each} />
              </Table.Td>
              <Table.Td ta="end">
                <Money value={each.amount} />
              </Table.Td>
              {canChange && (
                <Table.Td>
                  {!each.unappliedOn && <AllocationActions allocation={each} onEdit={() => setEdited(each)} />}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {edited && <AllocationDialog allocation={edited} onClose={() => setEdited(null)} />}
    </Table.ScrollContainer>
  );
}
