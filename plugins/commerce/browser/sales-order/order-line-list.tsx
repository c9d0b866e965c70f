import { Anchor, Table } from '@mantine/core';
import { EmptyState, Money, Quantity, useSession } from '@millwright/core/browser';
import { Link } from 'react-router';
import type { SalesOrder, SalesOrderLine } from '../../contracts/index.ts';
import classes from './order-detail.module.css';

/** The lines of an order with their totals. Progress columns appear once something was picked. */
export function OrderLineList({ order }: { order: SalesOrder }) {
  const session = useSession();
  const hasProgress = order.lines.some(
    ({ quantityPicked, quantityShipped, quantityInvoiced }) =>
      quantityPicked.measure > 0 || quantityShipped.measure > 0 || quantityInvoiced.measure > 0,
  );
  const product = ({ product: { id, sku } }: SalesOrderLine) =>
    session.can('products:read') ? (
      <Anchor component={Link} to={`/dashboard/products/${id}`} size="sm">
        {sku}
      </Anchor>
    ) : (
      sku
    );
  if (order.lines.length === 0)
    return (
      <EmptyState
        title="No lines yet"
        icon="document"
        text="What the customer orders goes here."
        {...(order.isEditable && session.can('sales_orders:update')
          ? { action: { label: 'Add lines', href: `/dashboard/sales-orders/${order.id}/edit` } }
          : {})}
      />
    );
  const columns = hasProgress ? 8 : 5;
  return (
    <Table.ScrollContainer minWidth={560} className={classes['lines'] ?? ''}>
      <Table aria-label={`Lines of order ${order.number}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>#</Table.Th>
            <Table.Th>Product</Table.Th>
            <Table.Th>Description</Table.Th>
            <Table.Th ta="end">Ordered</Table.Th>
            {hasProgress && (
              <>
                <Table.Th ta="end">Picked</Table.Th>
                <Table.Th ta="end">Shipped</Table.Th>
                <Table.Th ta="end">Invoiced</Table.Th>
              </>
            )}
            <Table.Th ta="end">Unit price</Table.Th>
            <Table.Th ta="end">Total</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {order.lines.map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td c="dimmed">{line.lineItemNumber}</Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{product(line)}</Table.Td>
              <Table.Td>{line.product.description}</Table.Td>
              <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
                <Quantity value={line.quantityOrdered} />
              </Table.Td>
              {hasProgress && (
                <>
                  <Table.Td ta="end">
                    <Quantity value={line.quantityPicked.measure} />
                  </Table.Td>
                  <Table.Td ta="end">
                    <Quantity value={line.quantityShipped.measure} />
                  </Table.Td>
                  <Table.Td ta="end">
                    <Quantity value={line.quantityInvoiced.measure} />
                  </Table.Td>
                </>
              )}
              <Table.Td ta="end">
                <Money value={line.unitPrice} unitPrice />
              </Table.Td>
              <Table.Td ta="end">
                <Money value={line.total} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th colSpan={columns} ta="end" scope="row">
              Order total
            </Table.Th>
            <Table.Td ta="end" fw={600}>
              <Money value={order.total} />
            </Table.Td>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  );
}
