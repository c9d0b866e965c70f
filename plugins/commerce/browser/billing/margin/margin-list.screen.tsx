import { Group, SegmentedControl, Text } from '@mantine/core';
import { DayPicker, type ListedColumn, ListScreen, Money, useEndpoint } from '@millwright/core/browser';
import { useSearchParams } from 'react-router';
import { listMargins, type MarginRow } from '../../../contracts/index.ts';
import { marginPercent } from './margin-panel.tsx';

const columnsOf = (isByOrder: boolean): ListedColumn<MarginRow>[] => [
  ...(isByOrder ? [{ id: 'order', csv: 'orderNumber', width: 110 }] : []),
  { id: 'customer', csv: ['customer.name', 'customer.number=Customer number'] },
  'invoiceCount',
  { id: 'revenue', header: 'Invoiced', width: 130 },
  { id: 'cost', width: 130 },
  { id: 'margin', width: 130 },
  { id: 'percentage', header: 'Percent', cell: marginPercent, align: 'end', width: 90 },
];

/** Margins of invoices by customer or order, for any period. */
export function MarginListScreen() {
  const [search, setSearch] = useSearchParams();
  const isByOrder = search.get('groupBy') === 'order';
  const startDate = search.get('startDate');
  const endDate = search.get('endDate');
  const customerIDs = search.getAll('customerIDs');
  const fixedQuery = {
    ...(isByOrder ? { groupBy: 'order' as const } : {}),
    ...(startDate ? { startDate } : {}),
    ...(endDate ? { endDate } : {}),
    ...(customerIDs.length ? { customerIDs } : {}),
  };
  const { data } = useEndpoint(listMargins, { query: { take: 1, ...fixedQuery } });
  const set = (name: string, value: string | null) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (value) next.set(name, value);
      else next.delete(name);
      return next;
    });
  return (
    <ListScreen
      name="margins"
      title="Margins"
      endpoint={listMargins}
      fixedQuery={fixedQuery}
      searchPlaceholder={isByOrder ? 'Order or customer' : 'Customer'}
      columns={columnsOf(isByOrder)}
      defaultSort={{ by: 'margin', order: 'desc' }}
      views={[{ id: 'lowest', name: 'Lowest percent', query: 'sortBy=percentage&sortOrder=asc' }]}
      rowHref={({ id }) => `/dashboard/${isByOrder ? 'sales-orders' : 'customers'}/${id}`}
      rowLabel={({ orderNumber, customer }) => orderNumber ?? customer.name}
      empty={{ title: 'Nothing was invoiced', text: 'What is invoiced appears here with its costs.', icon: 'chart' }}
    >
      <Group gap="lg" align="end" px="lg" pb="xs">
        <SegmentedControl
          aria-label="By"
          size="xs"
          data={[
            { value: 'customer', label: 'By customer' },
            { value: 'order', label: 'By order' },
          ]}
          value={isByOrder ? 'order' : 'customer'}
          onChange={(value) => set('groupBy', value === 'order' ? 'order' : null)}
        />
        <DayPicker
          label="Invoiced from"
          value={startDate}
          onChange={(value) => set('startDate', value)}
          clearable
          size="xs"
          w={150}
        />
        <DayPicker label="To" value={endDate} onChange={(value) => set('endDate', value)} clearable size="xs" w={150} />
        {data && (
          <Group gap="lg" aria-label="All that match">
            {(['revenue', 'cost', 'margin'] as const).map((name) => (
              <div key={name}>
                <Text size="xs" c="dimmed">
                  {{ revenue: 'Invoiced', cost: 'Cost', margin: 'Margin' }[name]}
                </Text>
                <Text size="sm" fw={600}>
                  <Money value={data.totals[name]} />
                  {name === 'margin' && data.totals.percentage !== null && ` (${marginPercent(data.totals)})`}
                </Text>
              </div>
            ))}
          </Group>
        )}
      </Group>
    </ListScreen>
  );
}
