import { Group, Select, Table, Text } from '@mantine/core';
import { DateText, EmptyState, formats, LinkText, Money } from '@millwright/core/browser';
import { type Big, decimal, zero } from '@millwright/core/contracts';
import type { KeyboardEvent } from 'react';
import { adjustmentTypeNames, type OpenDebtView } from '../../../contracts/index.ts';
import { AmountInput } from '../amount-input.tsx';
import type { Rest } from './settle-state.ts';

const rests: readonly Rest[] = ['short_payment', 'write_off', 'discount'];
const restOptions = rests.map((value) => ({ value, label: adjustmentTypeNames[value] }));

/** Enter moves to the next amount, as in a spreadsheet. */
function toNext(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const all = [...document.querySelectorAll<HTMLInputElement>('input[data-settle-amount]')];
  all[all.indexOf(event.currentTarget) + (event.shiftKey ? -1 : 1)]?.focus();
}

/** Open debts, with the amount paid now and the treatment of the rest. */
export function SettleDebts({
  debts,
  applied,
  typed,
  rests: chosen,
  onAmount,
  onRest,
}: {
  debts: readonly OpenDebtView[];
  applied: ReadonlyMap<string, Big>;
  typed: ReadonlyMap<string, number>;
  rests: ReadonlyMap<string, Rest>;
  onAmount(id: string, amount: number): void;
  onRest(id: string, rest: Rest | null): void;
}) {
  if (!debts.length) return <EmptyState title="Nothing is open" icon="check" />;
  const isFamily = new Set(debts.map(({ customer }) => customer.id)).size > 1;
  return (
    <Table aria-label="Open invoices">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Invoice</Table.Th>
          <Table.Th ta="end">Open</Table.Th>
          <Table.Th ta="end">Pay</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {debts.map((debt) => {
          const part = applied.get(debt.id) ?? zero;
          const shown = typed.size ? (typed.get(debt.id) ?? 0) : Number(part.toFixed(2));
          const left = decimal(debt.open).minus(decimal(shown));
          const name = `${debt.kind === 'invoice' ? 'invoice' : 'debit'} ${debt.number}`;
          return (
            <Table.Tr key={debt.id}>
              <Table.Td>
                <LinkText
                  to={`/dashboard/${debt.kind === 'invoice' ? 'invoices' : 'transactions'}/${debt.id}`}
                  size="sm"
                  tabIndex={-1}
                >
                  {debt.kind === 'invoice' ? debt.number : `Debit ${debt.number}`}
                </LinkText>
                <Text size="xs" c="dimmed">
                  {isFamily && `${debt.customer.name} · `}
                  <DateText value={debt.date} />
                </Text>
              </Table.Td>
              <Table.Td ta="end">
                <Money value={debt.open} />
              </Table.Td>
              <Table.Td>
                <Group justify="flex-end" gap={4}>
                  <AmountInput
                    aria-label={`Pay of ${name}`}
                    data-settle-amount
                    value={shown}
                    onAmount={(amount) => onAmount(debt.id, amount ?? 0)}
                    onKeyDown={toNext}
                    max={debt.open}
                    size="xs"
                    w={104}
                    styles={{ input: { textAlign: 'end' } }}
                  />
                  {left.gt(zero) && (
                    <Select
                      aria-label={`Rest of ${name}`}
                      placeholder={`${formats().money(Number(left.toFixed(2)))} left`}
                      data={restOptions}
                      value={chosen.get(debt.id) ?? null}
                      onChange={(value) => onRest(debt.id, value as Rest | null)}
                      clearable
                      size="xs"
                      w={158}
                      tabIndex={-1}
                    />
                  )}
                </Group>
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
