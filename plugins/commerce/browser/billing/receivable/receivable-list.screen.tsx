import { Group, Text } from '@mantine/core';
import { DayPicker, type ListedColumn, ListScreen, Money, useClient, useEndpoint } from '@millwright/core/browser';
import { useSearchParams } from 'react-router';
import { agingBuckets, bulkEmailStatements, listReceivables, type ReceivableRow } from '../../../contracts/index.ts';

const columns: readonly ListedColumn<ReceivableRow>[] = [
  { id: 'customer', csv: ['customer.name', 'customer.number=Customer number'] },
  ...agingBuckets.map(({ name, label }) => ({ id: name, header: label, width: 100 })),
  { id: 'total', header: 'Open' },
  'overdue',
  'credits',
  'balance',
];

/** Receivables of all customers by age, on any day. */
export function ReceivableListScreen() {
  const client = useClient();
  const [search, setSearch] = useSearchParams();
  const cutoffDate = search.get('cutoffDate');
  const totals = useEndpoint(listReceivables, { query: { take: 1, ...(cutoffDate ? { cutoffDate } : {}) } });
  const setCutoff = (date: string | null) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (date) next.set('cutoffDate', date);
      else next.delete('cutoffDate');
      return next;
    });
  const sums = totals.data?.totals;
  return (
    <ListScreen
      name="accounts-receivable"
      title="Accounts receivable"
      endpoint={listReceivables}
      fixedQuery={cutoffDate ? { cutoffDate } : {}}
      searchPlaceholder="Customer"
      columns={columns}
      defaultSort={{ by: 'total', order: 'desc' }}
      filters={[
        'isOverdue',
        {
          name: 'olderThan',
          options: agingBuckets.flatMap(({ to }) => (to === null ? [] : { value: String(to), label: `${to} days` })),
        },
        'hasCredits',
      ]}
      views={[
        { id: 'overdue', name: 'Overdue', query: 'isOverdue=true&sortBy=overdue&sortOrder=desc' },
        { id: 'oldest', name: 'Over 60 days', query: 'olderThan=60' },
        { id: 'credits', name: 'Credits', query: 'hasCredits=true&sortBy=credits&sortOrder=desc' },
      ]}
      rowHref={({ id }) => `/dashboard/accounts-receivable/${id}${cutoffDate ? `?cutoffDate=${cutoffDate}` : ''}`}
      rowLabel={({ customer }) => customer.name}
      bulkActions={[
        {
          id: 'email',
          label: 'Email statements',
          icon: 'mail',
          needs: 'invoices:update',
          takesFilter: false,
          confirm: (count) => ({
            title: count === 1 ? 'Email this statement?' : `Email ${count} statements?`,
            message: `Each goes to the customer’s own address, as of ${cutoffDate ?? 'today'}.`,
            confirmLabel: 'Send',
          }),
          async run(selection) {
            if (selection.kind !== 'ids') return undefined;
            return client.call(bulkEmailStatements, {
              body: { ids: selection.ids, ...(cutoffDate ? { cutoffDate } : {}) },
            });
          },
        },
      ]}
      empty={{ title: 'Nobody owes anything', text: 'Open invoices appear here by customer and age.', icon: 'check' }}
    >
      <Group gap="lg" align="end" px="lg" pb="xs">
        <DayPicker
          label="As of"
          placeholder="Today"
          value={cutoffDate}
          onChange={setCutoff}
          maxDate={new Date().toISOString().slice(0, 10)}
          clearable
          size="xs"
          w={150}
        />
        {sums && (
          <Group gap="lg" aria-label="All customers">
            {[
              ...agingBuckets.map(({ name, label }) => [label, sums[name]] as const),
              ['Open', sums.total] as const,
              ['Overdue', sums.overdue] as const,
              ['Credits', sums.credits] as const,
            ].map(([label, value]) => (
              <div key={label}>
                <Text size="xs" c="dimmed">
                  {label}
                </Text>
                <Text size="sm" fw={600}>
                  <Money value={value} />
                </Text>
              </div>
            ))}
          </Group>
        )}
      </Group>
    </ListScreen>
  );
}
