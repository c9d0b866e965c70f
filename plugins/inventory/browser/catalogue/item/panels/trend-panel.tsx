import { Select, Stack, Table, VisuallyHidden } from '@mantine/core';
import { DateText, Facts, PendingState, Quantity, useEndpoint } from '@millwright/core/browser';
import { addDays, codeOptions } from '@millwright/core/contracts';
import { useState } from 'react';
import {
  getItemTrends,
  type Item,
  type ItemTrends,
  type ItemTrendType,
  itemTrendTypes,
} from '../../../../contracts/index.ts';
import { ChartFrame } from './chart-frame.tsx';

const options = codeOptions(itemTrendTypes);

const pointsOf = ({ data, from }: ItemTrends) => data.map((value, index) => ({ date: addDays(from, index), value }));

/** 30 days of the item: demand, consumption, receipts, or stock on hand. */
export function TrendPanel({ item }: { item: Item }) {
  const [type, setType] = useState<ItemTrendType>('onHand');
  const trends = useEndpoint(getItemTrends, { params: { itemID: item.id }, query: { type } }, { keepPrevious: true });
  const { data } = trends;
  const label = itemTrendTypes[data?.type ?? type];
  const isLevel = data?.type === 'onHand';
  return (
    <Stack gap="md">
      <Select
        label="Trend of the last 30 days"
        data={options}
        value={type}
        onChange={(next) => next && setType(next as ItemTrendType)}
        allowDeselect={false}
        maw={260}
      />
      {!data ? (
        <PendingState query={trends} what="trend" lines={6} />
      ) : (
        <>
          <Facts
            strip
            facts={[
              {
                label: data.total === null ? 'Today' : 'In 30 days',
                value: <Quantity value={data.total ?? data.data.at(-1) ?? 0} unit={data.unit.name} />,
              },
              { label: 'Most', value: <Quantity value={Math.max(...data.data)} unit={data.unit.name} /> },
              { label: 'Least', value: <Quantity value={Math.min(...data.data)} unit={data.unit.name} /> },
            ]}
          />
          <ChartFrame
            data={pointsOf(data)}
            series={[{ name: 'value', label, color: 'cobalt.6' }]}
            unit={data.unit.name}
            curve={isLevel ? 'stepAfter' : 'linear'}
          />
          <VisuallyHidden>
            <Table aria-label={`${label} of ${item.sku} by day`}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Day</Table.Th>
                  <Table.Th>{label}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {pointsOf(data).map(({ date, value }) => (
                  <Table.Tr key={date}>
                    <Table.Td>
                      <DateText value={date} />
                    </Table.Td>
                    <Table.Td>
                      <Quantity value={value} unit={data.unit.name} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </VisuallyHidden>
        </>
      )}
    </Stack>
  );
}
