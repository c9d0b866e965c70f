import { Group, Table, Text } from '@mantine/core';
import { EmptyState, LinkText, Money, Quantity, useSession } from '@millwright/core/browser';
import type { SalesOrder, SalesOrderLine } from '../../../contracts/index.ts';
import classes from '../../document/order-detail.module.css';
import { WhyPrice } from './dialogs/why-price.tsx';
import { LinePromiseText } from './form/availability/line-promise.tsx';

/** Subtotal, discounts and total. The order discount is listed separately from the line discounts. */
const sumsOf = ({ subtotal, discount, orderDiscount, total }: SalesOrder) => [
  ...(orderDiscount
    ? [
        { label: 'Subtotal', value: subtotal },
        { label: `${orderDiscount.name} (${orderDiscount.code})`, value: -discount },
      ]
    : []),
  { label: 'Order total', value: total },
];

/** The lines of an order with their totals. Progress columns appear after the first pick. */
export function OrderLineList({ order }: { order: SalesOrder }) {
  const session = useSession();
  const hasProgress = order.lines.some(
    ({ quantityPicked, quantityShipped, quantityInvoiced }) =>
      quantityPicked.measure > 0 || quantityShipped.measure > 0 || quantityInvoiced.measure > 0,
  );
  const isPromised = order.lines.some(({ reserved }) => reserved !== null);
  const product = ({ product: { id, sku } }: SalesOrderLine) =>
    session.can('products:read') ? (
      <LinkText to={`/dashboard/products/${id}`} size="sm">
        {sku}
      </LinkText>
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
  const sums = sumsOf(order);
  const columns = (hasProgress ? 8 : 5) + (isPromised ? 1 : 0);
  return (
    <Table.ScrollContainer minWidth={hasProgress ? 420 : 300} className={classes['lines'] ?? ''}>
      <Table aria-label={`Lines of order ${order.number}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th visibleFrom="sm">#</Table.Th>
            <Table.Th>Product</Table.Th>
            <Table.Th visibleFrom="sm">Description</Table.Th>
            <Table.Th ta="end">Ordered</Table.Th>
            {isPromised && <Table.Th visibleFrom="sm">Stock</Table.Th>}
            {hasProgress && (
              <>
                <Table.Th ta="end" visibleFrom="sm">
                  Picked
                </Table.Th>
                <Table.Th ta="end" visibleFrom="sm">
                  Shipped
                </Table.Th>
                <Table.Th ta="end" visibleFrom="sm">
                  Invoiced
                </Table.Th>
              </>
            )}
            <Table.Th ta="end" visibleFrom="sm">
              Unit price
            </Table.Th>
            <Table.Th ta="end">Total</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {order.lines.map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td c="dimmed" visibleFrom="sm">
                {line.lineItemNumber}
              </Table.Td>
              <Table.Td>
                <span className={classes['sku']}>{product(line)}</span>
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  {line.product.description}
                </Text>
              </Table.Td>
              <Table.Td visibleFrom="sm">{line.product.description}</Table.Td>
              <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
                <Quantity value={line.quantityOrdered} />
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  at <Money value={line.unitPrice} unitPrice />{' '}
                  <WhyPrice trace={line.priceTrace} line={line.lineItemNumber} />
                </Text>
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  <LinePromiseText line={line} />
                </Text>
              </Table.Td>
              {isPromised && (
                <Table.Td visibleFrom="sm" c="dimmed">
                  <LinePromiseText line={line} />
                </Table.Td>
              )}
              {hasProgress && (
                <>
                  <Table.Td ta="end" visibleFrom="sm">
                    <Quantity value={line.quantityPicked.measure} />
                  </Table.Td>
                  <Table.Td ta="end" visibleFrom="sm">
                    <Quantity value={line.quantityShipped.measure} />
                  </Table.Td>
                  <Table.Td ta="end" visibleFrom="sm">
                    <Quantity value={line.quantityInvoiced.measure} />
                  </Table.Td>
                </>
              )}
              <Table.Td ta="end" visibleFrom="sm">
                <Money value={line.unitPrice} unitPrice />
                <Text size="xs" c="dimmed">
                  <WhyPrice trace={line.priceTrace} line={line.lineItemNumber} />
                </Text>
              </Table.Td>
              <Table.Td ta="end">
                <Money value={line.total} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        {/* On narrow screens the table has fewer columns, so the cell spans the maximum. */}
        <Table.Tfoot className={classes['foot']}>
          {sums.map(({ label, value }) => (
            <Table.Tr key={label}>
              <Table.Th colSpan={columns} ta="end" scope="row">
                {label}
              </Table.Th>
              <Table.Td ta="end" fw={600}>
                <Money value={value} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tfoot>
      </Table>
      {sums.map(({ label, value }) => (
        <Group key={label} hiddenFrom="sm" justify="space-between" p="xs" fw={600}>
          {label} <Money value={value} />
        </Group>
      ))}
    </Table.ScrollContainer>
  );
}
