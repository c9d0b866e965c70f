import { Button, Table } from '@mantine/core';
import { DateText, formats, LinkText, Money, Panel, PendingState, useEndpoint } from '@millwright/core/browser';
import { useEffect, useRef, useState } from 'react';
import { type DocumentedFigure, type FigureDocument, listFigureDocuments } from '../../contracts/index.ts';
import { reportCellText } from './cell-text.ts';
import { pathOf } from './record-sources.ts';

/** Headings of the documents by figure. */
const titles = {
  sales: 'Invoices and credits',
  orders: 'Orders',
  openOrders: 'Open orders',
  deliveries: 'Orders',
  newCustomers: 'First orders',
  receipts: 'Receipts',
  openBatches: 'Open batches',
  productionCosts: 'Scans of batches',
} as const;

/** Heading of the name column, if it is not the customer. */
const nameHeadings: Partial<Record<DocumentedFigure, string>> = {
  receipts: 'Place, lot',
  openBatches: 'Item, step, station',
  productionCosts: 'Item, step',
};

type Body = Parameters<typeof useEndpoint<typeof listFigureDocuments>>[1] extends { body: infer B } ? B : never;

const daysText = ({ startDate, endDate }: { startDate: string; endDate: string }): string =>
  startDate === endDate ? formats().date(startDate) : `${formats().date(startDate)} to ${formats().date(endDate)}`;

function Rows({ items, hasTimes }: { items: readonly FigureDocument[]; hasTimes: boolean }) {
  return items.map((row) => {
    const path = pathOf(row.type, row.id);
    return (
      <Table.Tr key={`${row.type} ${row.id} ${row.date} ${row.name} ${row.amount}`}>
        <Table.Th scope="row">{path ? <LinkText to={path}>{row.number}</LinkText> : row.number}</Table.Th>
        <Table.Td>
          <DateText value={row.date} />
        </Table.Td>
        <Table.Td>
          {row.customerID ? <LinkText to={`/dashboard/customers/${row.customerID}`}>{row.name}</LinkText> : row.name}
        </Table.Td>
        {hasTimes && (
          <>
            <Table.Td>
              <DateText value={row.promisedOn} />
            </Table.Td>
            <Table.Td ta="end">{reportCellText('days', row.daysToFirstShipment)}</Table.Td>
            <Table.Td ta="end">{reportCellText('days', row.daysToCompletion)}</Table.Td>
          </>
        )}
        <Table.Td ta="end">
          <Money value={row.amount} />
        </Table.Td>
      </Table.Tr>
    );
  });
}

/** The documents of a figure, newest first; their sum is the figure. */
export function DocumentPanel({ body, onClose }: { body: Body; onClose(): void }) {
  const [places, setPlaces] = useState<(string | null)[]>([null]);
  const answer = useEndpoint(
    listFigureDocuments,
    { body: { ...body, after: places.at(-1) ?? null } },
    { keepPrevious: true },
  );
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => head.current?.scrollIntoView({ block: 'nearest' }), []);
  const { data } = answer;
  const hasTimes = body.figure === 'deliveries';
  const isNow = body.figure === 'openOrders' || body.figure === 'openBatches';
  const days =
    body.startDate && body.endDate && !isNow
      ? `, ${daysText({ startDate: body.startDate, endDate: body.endDate })}`
      : '';
  return (
    <div ref={head}>
      <Panel
        title={`${titles[body.figure]}${days}`}
        actions={
          <Button size="compact-sm" variant="default" onClick={onClose}>
            Close
          </Button>
        }
      >
        {!data ? (
          <PendingState query={answer} what="documents" lines={6} />
        ) : (
          <>
            <Table.ScrollContainer minWidth={480}>
              <Table aria-label={titles[body.figure]}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th scope="col">Number</Table.Th>
                    <Table.Th scope="col">Date</Table.Th>
                    <Table.Th scope="col">{nameHeadings[body.figure] ?? 'Customer'}</Table.Th>
                    {hasTimes && (
                      <>
                        <Table.Th scope="col">Promised</Table.Th>
                        <Table.Th scope="col" ta="end">
                          To first shipment
                        </Table.Th>
                        <Table.Th scope="col" ta="end">
                          To completion
                        </Table.Th>
                      </>
                    )}
                    <Table.Th scope="col" ta="end">
                      Amount
                    </Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  <Rows items={data.items} hasTimes={hasTimes} />
                </Table.Tbody>
                <Table.Tfoot>
                  <Table.Tr>
                    <Table.Th scope="row">
                      {data.count === 1 ? '1 in all' : `${formats().number(data.count)} in all`}
                    </Table.Th>
                    <Table.Td colSpan={hasTimes ? 5 : 2} />
                    <Table.Th ta="end" scope="row">
                      <Money value={data.total} />
                    </Table.Th>
                  </Table.Tr>
                </Table.Tfoot>
              </Table>
            </Table.ScrollContainer>
            {(places.length > 1 || data.next) && (
              <Button.Group>
                <Button variant="default" disabled={places.length === 1} onClick={() => setPlaces(places.slice(0, -1))}>
                  Newer
                </Button>
                <Button variant="default" disabled={!data.next} onClick={() => setPlaces([...places, data.next])}>
                  Older
                </Button>
              </Button.Group>
            )}
          </>
        )}
      </Panel>
    </div>
  );
}
