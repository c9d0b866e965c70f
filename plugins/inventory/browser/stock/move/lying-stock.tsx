import { Checkbox, Group, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { ErrorState, LoadingState, Quantity, useEndpoint } from '@millwright/core/browser';
import { useState } from 'react';
import { type LocationStockRow, listLocationStock } from '../../../contracts/index.ts';
import classes from './move.module.css';

const mostRows = 200;

/** Stock of the source place, with checkboxes for what moves: the whole row, in its own unit. */
export function LyingStock({
  place,
  chosen,
  onToggle,
}: {
  place: { id: string; fullName: string };
  /** Rows that are already lines of the move. */
  chosen: ReadonlySet<string>;
  onToggle(rows: readonly LocationStockRow[], isChosen: boolean): void;
}) {
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text.trim(), 200);
  const stock = useEndpoint(listLocationStock, {
    params: { locationID: place.id },
    query: { isBelowIncluded: true, take: mostRows, ...(query ? { query } : {}) },
  });
  if (stock.error)
    return <ErrorState error={stock.error} onRetry={() => void stock.refetch()} what="storage location" />;
  const rows = stock.data?.items ?? [];
  const picked = rows.filter(({ id }) => chosen.has(id)).length;
  const isInside = rows.some(({ storageLocation }) => storageLocation.id !== place.id);
  const hasLots = rows.some(({ lot }) => lot);
  const hasOwners = rows.some(({ ownerAccount }) => !ownerAccount.isSelf);
  return (
    <>
      <Group justify="space-between" align="end">
        <TextInput
          label="What lies there"
          placeholder="SKU or description"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          w={280}
        />
        {stock.data && stock.data.count > rows.length && (
          <Text size="sm" c="dimmed">
            The first {rows.length} of {stock.data.count}; type to find others
          </Text>
        )}
      </Group>
      {!stock.data ? (
        <LoadingState lines={3} />
      ) : rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {query ? 'Nothing like it lies here.' : 'Nothing lies here.'}
        </Text>
      ) : (
        // The table scrolls; its checkboxes make it reachable by keyboard.
        <section className={classes['lying']} aria-label={`Stock of ${place.fullName}`}>
          <Table stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={36}>
                  <Checkbox
                    aria-label="Everything shown"
                    checked={picked === rows.length}
                    indeterminate={picked > 0 && picked < rows.length}
                    onChange={(event) => onToggle(rows, event.currentTarget.checked)}
                  />
                </Table.Th>
                <Table.Th scope="col">Item</Table.Th>
                {isInside && <Table.Th scope="col">Place</Table.Th>}
                {hasLots && <Table.Th scope="col">Lot</Table.Th>}
                {hasOwners && <Table.Th scope="col">Owner</Table.Th>}
                <Table.Th scope="col" ta="end">
                  Lies there
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.id}>
                  <Table.Td>
                    <Checkbox
                      aria-label={[row.item.sku, row.lot?.lotNumber, isInside && row.storageLocation.fullName]
                        .filter(Boolean)
                        .join(', ')}
                      checked={chosen.has(row.id)}
                      onChange={(event) => onToggle([row], event.currentTarget.checked)}
                    />
                  </Table.Td>
                  <Table.Th scope="row" fw={400}>
                    <b>{row.item.sku}</b>{' '}
                    <Text span size="sm" c="dimmed">
                      {row.item.description}
                    </Text>
                  </Table.Th>
                  {isInside && <Table.Td>{row.storageLocation.fullName}</Table.Td>}
                  {hasLots && <Table.Td>{row.lot?.lotNumber}</Table.Td>}
                  {hasOwners && <Table.Td>{row.ownerAccount.isSelf ? '' : row.ownerAccount.name}</Table.Td>}
                  <Table.Td ta="end">
                    <Quantity value={row.quantity} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      )}
    </>
  );
}
