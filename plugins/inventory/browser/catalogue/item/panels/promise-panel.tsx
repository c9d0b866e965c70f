import { NumberInput, Stack, Table, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  DateText,
  EmptyState,
  Facts,
  PendingState,
  Quantity,
  StatusBadge,
  type StatusTone,
  useEndpoint,
} from '@millwright/core/browser';
import { useState } from 'react';
import { getItemPromises, type Item, type ItemPromises, type PromiseRow } from '../../../../contracts/index.ts';
import classes from '../item.module.css';
import { RecordLink } from '../record-link.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { promisePoints } from './promise-points.ts';

const kindNames: Record<PromiseRow['kind'], [StatusTone, string]> = {
  on_hand: ['success', 'On hand'],
  closed: ['warning', 'In closed places'],
  hold: ['warning', 'Held'],
  demand: ['info', 'Wanted'],
  supply: ['success', 'To come'],
};

/** Paths of document screens, by record type. */
const documentHrefs: Readonly<Record<string, string>> = {
  sales_order: '/dashboard/sales-orders',
  expected_receipt: '/dashboard/expected-receipts',
};

function Source({ row }: { row: PromiseRow }) {
  if (!row.source) return 'Stock';
  const { type, id, number } = row.source;
  const href = documentHrefs[type];
  const text = number || type.replaceAll('_', ' ');
  return href ? <RecordLink to={`${href}/${id}`}>{text}</RecordLink> : text;
}

function RowKind({ row }: { row: PromiseRow }) {
  const [tone, name] = kindNames[row.kind];
  return (
    <>
      <StatusBadge tone={tone}>{row.isReserved ? 'Reserved' : name}</StatusBadge>
      {row.isLate && (
        <>
          {' '}
          <StatusBadge tone="danger">Late</StatusBadge>
        </>
      )}
    </>
  );
}

function PromiseTable({ promises }: { promises: ItemPromises }) {
  const deciding = new Set(promises.why.rowIDs);
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table aria-label={`Promises of ${promises.item.sku}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Day</Table.Th>
            <Table.Th>What</Table.Th>
            <Table.Th>Document</Table.Th>
            <Table.Th ta="end">Quantity</Table.Th>
            <Table.Th ta="end">Balance</Table.Th>
            <Table.Th ta="end">Available</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {promises.rows.map((row) => (
            <Table.Tr key={row.id} className={deciding.has(row.id) ? (classes['deciding'] ?? '') : ''}>
              <Table.Td className={classes['nowrap'] ?? ''}>
                <DateText value={row.date} />
              </Table.Td>
              <Table.Td>
                <RowKind row={row} />
                {deciding.has(row.id) && (
                  <>
                    {' '}
                    <StatusBadge tone="progress">Decides</StatusBadge>
                  </>
                )}
              </Table.Td>
              <Table.Td>
                <Source row={row} />
                {row.note && <span className={classes['soft']}> {row.note}</span>}
              </Table.Td>
              <Table.Td className={classes['end'] ?? ''}>
                <Quantity value={row.quantity.measure} />
              </Table.Td>
              <Table.Td className={classes['end'] ?? ''}>
                <Quantity value={row.runningBalance.measure} />
              </Table.Td>
              <Table.Td className={classes['end'] ?? ''}>
                <Quantity value={row.availableOn.measure} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Daily balance of the item; the first day on which a quantity can be promised, and the rows that decide it. */
export function PromisePanel({ item }: { item: Item }) {
  const [wanted, setWanted] = useState<string | number>(1);
  const [settled] = useDebouncedValue(wanted, 250);
  const quantity = Number(settled);
  const promises = useEndpoint(
    getItemPromises,
    { params: { itemID: item.id }, query: quantity > 0 ? { quantity } : {} },
    { keepPrevious: true },
  );
  const { data } = promises;
  if (!data) return <PendingState query={promises} what="promises" lines={8} />;
  return (
    <Stack gap="md">
      <Facts
        strip
        facts={[
          { label: 'On hand', value: <Quantity value={data.onHand} /> },
          ...(data.closed.measure > 0 ? [{ label: 'In closed places', value: <Quantity value={data.closed} /> }] : []),
          { label: 'Reserved', value: <Quantity value={data.reserved} /> },
          { label: 'Available', value: <Quantity value={data.availableToPromise} /> },
          { label: 'Short', value: <Quantity value={data.short} /> },
        ]}
      />
      <div>
        <NumberInput
          label="When can this many be promised?"
          value={wanted}
          onChange={setWanted}
          min={0}
          allowNegative={false}
          decimalScale={6}
          suffix={` ${data.unit.name}`}
          maw={260}
          mb="xs"
        />
        <div aria-live="polite">
          <p>
            <strong>
              {data.why.firstDate ? <DateText value={data.why.firstDate} /> : 'Nothing that is expected covers it'}
            </strong>
          </p>
          <ul className={classes['sentences']}>
            {data.why.sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      </div>
      {data.rows.length === 0 ? (
        <EmptyState
          title="Nothing to promise"
          text="Stock, receipts to come and orders appear here by day."
          icon="calendar"
        />
      ) : (
        <>
          <Title order={3} size="h5">
            Supply and demand
          </Title>
          <ChartFrame
            data={promisePoints(data.rows)}
            series={[
              { name: 'balance', label: 'Balance', color: 'gray.6' },
              { name: 'available', label: 'Available to promise', color: 'cobalt.6' },
            ]}
            unit={data.unit.name}
            curve="stepAfter"
          />
          <PromiseTable promises={data} />
          {data.hasMore && <p className={classes['soft']}>The first {data.rows.length} rows are shown.</p>}
        </>
      )}
    </Stack>
  );
}
