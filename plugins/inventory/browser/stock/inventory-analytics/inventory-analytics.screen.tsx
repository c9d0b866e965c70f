import { Stack, Table } from '@mantine/core';
import { Facts, formats, Money, PageHeader, Panel, PendingState, useEndpoint } from '@millwright/core/browser';
import { getInventoryAnalytics, type InventoryAnalytics } from '../../../contracts/index.ts';
import { AnalyticsFilters, useAnalyticsFilters } from './analytics-filters.tsx';
import { FigureTable } from './figure-table.tsx';
import classes from './inventory-analytics.module.css';
import { ValueBars } from './value-bars.tsx';

const ageName = ({ fromDays, toDays }: InventoryAnalytics['ageing'][number]): string =>
  toDays === null ? `${fromDays} days and more` : `${fromDays} to ${toDays} days`;

function Turnover({ turnover }: { turnover: InventoryAnalytics['turnover'] }) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Days</Table.Th>
          <Table.Th scope="col" ta="end">
            Issued
          </Table.Th>
          <Table.Th scope="col" ta="end">
            Average value
          </Table.Th>
          <Table.Th scope="col" ta="end">
            Turns a year
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {turnover.map(({ days, issuedValue, averageValue, turnsPerYear }) => (
          <Table.Tr key={days}>
            <Table.Th scope="row">{days}</Table.Th>
            <Table.Td ta="end">
              <Money value={issuedValue} />
            </Table.Td>
            <Table.Td ta="end">
              <Money value={averageValue} />
            </Table.Td>
            <Table.Td ta="end">{turnsPerYear === null ? '' : formats().number(turnsPerYear)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The inventory value by kind, place and age, its turnover, and dead stock. */
export function InventoryAnalyticsScreen() {
  const { filters, setFilters } = useAnalyticsFilters();
  const analytics = useEndpoint(getInventoryAnalytics, { query: filters }, { keepPrevious: true });
  const { data } = analytics;
  return (
    <>
      <PageHeader title="Inventory analytics" />
      <Stack gap="md" p="md">
        <AnalyticsFilters filters={filters} onChange={setFilters} />
        {!data ? (
          <PendingState query={analytics} what="figures" lines={8} />
        ) : (
          <>
            <Panel flush>
              {' '}
              <Facts
                strip
                facts={[
                  { label: 'Inventory value', value: <Money value={data.inventoryValue} /> },
                  { label: 'Items with stock', value: formats().number(data.itemCount) },
                  { label: 'Items short', value: formats().number(data.shortItemCount) },
                  { label: 'Below order point', value: formats().number(data.belowOrderPointCount) },
                ]}
              />
            </Panel>{' '}
            <div className={classes['grid']}>
              <Panel title="By category">
                <ValueBars label="Category" slices={data.byCategory} none="Without category" />
              </Panel>
              <Panel title="By place">
                <ValueBars label="Place" slices={data.byLocation} none="Without place" />
              </Panel>
              <Panel title="By age">
                <ValueBars
                  label="Age"
                  slices={data.ageing.map((slice) => ({ ...slice, id: String(slice.fromDays), name: ageName(slice) }))}
                  none=""
                />
              </Panel>
              <Panel title="By type">
                <ValueBars label="Type" slices={data.byType} none="" />
              </Panel>
              <Panel title="By owner">
                <ValueBars label="Owner" slices={data.byOwner} none="" />
              </Panel>
              <Panel title="Turnover">
                <Turnover turnover={data.turnover} />
              </Panel>
            </div>
            <div className={classes['grid']}>
              <Panel title="Top movers of 30 days">
                <FigureTable figures={data.topMovers} valueName="Issued value" empty="Nothing went out in 30 days" />
              </Panel>
              <Panel title="Dead stock: nothing went out for 180 days">
                <FigureTable figures={data.deadStock} valueName="Value" empty="Everything has moved lately" />
              </Panel>
            </div>
          </>
        )}
      </Stack>
    </>
  );
}
