import { Popover, Table, Text, UnstyledButton } from '@mantine/core';
import { DateText, formats, LoadingState, StatusBadge, useEndpoint, useSession } from '@millwright/core/browser';
import { getItemPromises, type Product } from '@millwright/inventory/contracts';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { convertMeasure } from '../prices/order-pricing.ts';
import classes from './order-availability.module.css';
import type { OrderHold } from './order-hold.ts';

const mostRows = 12;
const kindNames = {
  on_hand: 'On hand',
  closed: 'In closed places',
  hold: 'Held',
  demand: 'Order',
  supply: 'Expected',
} as const;

/** Explains the first possible day: sentences of the promise ledger and its rows. */
function DateReason({ itemID, quantity }: { itemID: string; quantity: number }) {
  const { data, error } = useEndpoint(getItemPromises, { params: { itemID }, query: { quantity: String(quantity) } });
  if (error)
    return (
      <Text size="sm" role="alert">
        {error.message}
      </Text>
    );
  if (!data) return <LoadingState lines={3} />;
  const { firstDate } = data.why;
  const rows = data.rows.filter(({ date }) => firstDate === null || date <= firstDate).slice(0, mostRows);
  return (
    <>
      {data.why.sentences.map((sentence) => (
        <p key={sentence} className={classes['sentence']}>
          {sentence}
        </p>
      ))}
      {rows.length > 0 && (
        <Table verticalSpacing={2}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Date</Table.Th>
              <Table.Th>What</Table.Th>
              <Table.Th ta="end">Quantity</Table.Th>
              <Table.Th ta="end">Then</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.id}>
                <Table.Td>
                  <DateText value={row.date} />
                </Table.Td>
                <Table.Td>{row.source?.number || kindNames[row.kind]}</Table.Td>
                <Table.Td ta="end">{formats().number(row.quantity.measure)}</Table.Td>
                <Table.Td ta="end">{formats().number(row.runningBalance.measure)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  );
}

/**
 * The first day on which a short line is available, or that there is none. People with the right to see stock get a
 * button that explains the day.
 */
function FirstDate({
  date,
  line,
  reason,
}: {
  date: string | null;
  line: number;
  reason: { itemID: string; quantity: number } | null;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const shown: ReactNode = date ? <DateText value={date} /> : 'no date yet';
  if (!reason) return shown;
  return (
    <Popover opened={isOpen} onChange={setIsOpen} width={340} position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <UnstyledButton
          className={classes['why'] ?? ''}
          aria-label={date ? `${formats().date(date)}: why this date? Line ${line}` : `No date yet: why? Line ${line}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {shown}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={date ? 'Why this date?' : 'Why no date?'}>
        <Text size="sm" fw={600} mb={4} className={classes['heading'] ?? ''} tabIndex={-1} data-autofocus>
          {date ? 'Why this date?' : 'Why no date?'}
        </Text>
        <DateReason {...reason} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Availability of a line in words: 'Available', 'Short 12, from Dec 4'. */
export function AvailabilityCell({
  hold,
  lineKey,
  product,
  unitID,
  line,
}: {
  /** The cell subscribes to the hold itself, so that an answer rerenders no other line. */
  hold: OrderHold;
  lineKey: string;
  product: Product;
  unitID: string | null;
  /** Row number for screen readers. */
  line: number;
}) {
  const session = useSession();
  // Undefined until the server has answered; null if it could not answer.
  const known = useSyncExternalStore(hold.subscribe, () => hold.answers().get(lineKey));
  if (known === null) return <span className={classes['short']}>Not known</span>;
  if (!known) return <span className={classes['pending']} title="Stock is being looked up" />;
  if (known.isAvailable) return <StatusBadge tone="success">Available</StatusBadge>;
  const inUnit =
    known.short === null
      ? null
      : (convertMeasure(product, known.short, product.defaultUnit.id, unitID ?? product.defaultUnit.id) ?? known.short);
  const reason = session.can('inventory:read') && known.short ? { itemID: product.id, quantity: known.short } : null;
  return (
    <span className={classes['short']}>
      <StatusBadge tone="warning">Short{inUnit === null ? '' : ` ${formats().number(inUnit)}`}</StatusBadge>{' '}
      {known.firstDate && 'from '}
      <FirstDate date={known.firstDate} line={line} reason={reason} />
    </span>
  );
}
