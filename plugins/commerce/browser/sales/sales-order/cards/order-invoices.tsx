import { Table } from '@mantine/core';
import { DateText, LinkText, Money, useSession } from '@millwright/core/browser';
import { invoiceStates, type SalesOrder } from '../../../../contracts/index.ts';

export function OrderInvoices({ order }: { order: SalesOrder }) {
  const { can } = useSession();
  return (
    <Table aria-label={`Invoices of order ${order.number}`}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Number</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>Created</Table.Th>
          <Table.Th ta="end">Total</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {order.invoices.map(({ id, number, status, createdAt, total }) => (
          <Table.Tr key={id}>
            <Table.Td>
              {can('invoices:read') ? (
                <LinkText to={`/dashboard/invoices/${id}`} size="sm">
                  {number}
                </LinkText>
              ) : (
                number
              )}
            </Table.Td>
            <Table.Td>{invoiceStates.names[status]}</Table.Td>
            <Table.Td>
              <DateText value={createdAt} />
            </Table.Td>
            <Table.Td ta="end">
              <Money value={total} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
