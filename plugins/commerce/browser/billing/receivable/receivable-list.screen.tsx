import { Group, Text } from '@mantine/core';
import { DayPicker, type ListColumn, ListScreen, Money, useClient, useEndpoint } from '@millwright/core/browser';
import { useSearchParams } from 'react-router';
import { agingBuckets, bulkEmailStatements, listReceivables, type ReceivableRow } from '../../../contracts/index.ts';

const amount = (id: keyof ReceivableRow & string, header: string, width = 108): ListColumn<ReceivableRow> => ({
  id,
  header,
  cell: (row) => <Money value={row[id] as number} />,
  sortable: true,
  align: 'end',
  width,
});

const columns: ListColumn<ReceivableRow>[] = [
  {
    id: 'customer',
    csv: ['customer.name', 'customer.number=Customer number'],
    header: 'Customer',
    cell: ({ customer }) => customer.name,
    sortable: true,
  },
  ...agingBuckets.map(({ name, label }) => amount(name, label, 100)),
  amount('total', 'Open'),
  amount('overdue', 'Overdue'),
  amount('credits', 'Credits'),
  amount('balance', 'Balance'),
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
        { kind: 'boolean', name: 'isOverdue', label: 'Overdue' },
        {
          kind: 'select',
          name: 'olderThan',
          label: 'Older than',
          options: agingBuckets.flatMap(({ to }) => (to === null ? [] : { value: String(to), label: `${to} days` })),
        },
        { kind: 'boolean', name: 'hasCredits', label: 'Credits' },
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
