import { Checkbox, Table, Text } from '@mantine/core';
import { DateText, EmptyState, Money } from '@millwright/core/browser';
import type { OpenCreditView, ProposedAllocation } from '../../../contracts/index.ts';

/** Unused credits, each with its target and reason. */
export function SettleCredits({
  credits,
  without,
  parts,
  onToggle,
}: {
  credits: readonly OpenCreditView[];
  without: ReadonlySet<string>;
  parts: readonly ProposedAllocation[];
  onToggle(id: string): void;
}) {
  const whys = (id: string | null) =>
    parts
      .filter(({ credit }) => credit.id === id)
      .map(({ debt, amount, why }) => (
        <Text key={debt.id} size="xs" c="dimmed">
          <Money value={amount.toFixed(2)} />: {why}
        </Text>
      ));
  const typed = whys(null);
  if (!credits.length && !typed.length) return <EmptyState title="No credits are left" icon="card" />;
  return (
    <Table aria-label="Credits">
      <Table.Tbody>
        {credits.map(({ id, number, type, date, reference, open, customer }) => (
          <Table.Tr key={id}>
            <Table.Td w={36}>
              <Checkbox
                aria-label={`Use ${type.name} ${number}`}
                checked={!without.has(id)}
                onChange={() => onToggle(id)}
              />
            </Table.Td>
            <Table.Td>
              {type.name} {number}
              <Text size="xs" c="dimmed">
                {customer.name} · <DateText value={date} /> {reference && `· ${reference}`}
              </Text>
              {whys(id)}
            </Table.Td>
            <Table.Td ta="end">
              <Money value={open} />
            </Table.Td>
          </Table.Tr>
        ))}
        {typed.length > 0 && (
          <Table.Tr>
            <Table.Td />
            <Table.Td colSpan={2}>
              This payment
              {typed}
            </Table.Td>
          </Table.Tr>
        )}
      </Table.Tbody>
    </Table>
  );
}
