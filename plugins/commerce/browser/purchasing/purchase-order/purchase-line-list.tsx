import { Group, Table, Text } from '@mantine/core';
import { EmptyState, LinkText, Money, Quantity, StatusBadge, useSession } from '@millwright/core/browser';
import type { PurchaseOrder, PurchaseOrderLine } from '../../../contracts/index.ts';
import classes from '../../document/order-detail.module.css';
import { itemPath } from '../item-path.ts';
import { ExpectedDay } from './purchase-order-status.tsx';

/** Badge on a line with a quantity below the supplier's minimum. */
export const BelowLeast = ({ line }: { line: PurchaseOrderLine }) =>
  line.isBelowLeast && line.leastQuantity ? (
    <StatusBadge tone="warning">
      Least: <Quantity value={line.leastQuantity} />
    </StatusBadge>
  ) : null;

/**
 * The lines of a purchase order with their totals. The column of received quantities appears after the first receipt.
 */
export function PurchaseLineList({ order }: { order: PurchaseOrder }) {
  const { can } = useSession();
  const hasReceipts = order.lines.some(({ quantityReceived }) => quantityReceived.measure > 0);
  const isExpected = order.lines.some(({ expectedOn }) => expectedOn !== null);
  const item = ({ item: own }: PurchaseOrderLine) =>
    can('items:read') ? (
      <LinkText to={itemPath(own)} size="sm">
        {own.sku}
      </LinkText>
    ) : (
      own.sku
    );
  if (order.lines.length === 0)
    return (
      <EmptyState
        title="No lines yet"
        icon="document"
        text="What you order goes here."
        {...(order.isEditable && can('purchase_orders:update')
          ? { action: { label: 'Add lines', href: `/dashboard/purchase-orders/${order.id}/edit` } }
          : {})}
      />
    );
  const columns = 5 + (hasReceipts ? 2 : 0) + (isExpected ? 1 : 0);
  return (
    <Table.ScrollContainer minWidth={300} className={classes['lines'] ?? ''}>
      <Table aria-label={`Lines of order ${order.number}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th visibleFrom="sm">#</Table.Th>
            <Table.Th>Item</Table.Th>
            <Table.Th visibleFrom="sm">Supplier part</Table.Th>
            <Table.Th ta="end">Ordered</Table.Th>
            {isExpected && <Table.Th visibleFrom="sm">Expected</Table.Th>}
            {hasReceipts && (
              <>
                <Table.Th ta="end" visibleFrom="sm">
                  Received
                </Table.Th>
                <Table.Th ta="end" visibleFrom="sm">
                  Stocked
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
                <span className={classes['sku']}>{item(line)}</span>
                <Text size="xs" c="dimmed">
                  {line.item.description}
                </Text>
              </Table.Td>
              <Table.Td visibleFrom="sm">
                {line.supplierPartNumber}
                <Text size="xs" c="dimmed">
                  {line.supplierDescription}
                </Text>
              </Table.Td>
              <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
                <Quantity value={line.quantityOrdered} />
                <div>
                  <BelowLeast line={line} />
                </div>
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  at <Money value={line.unitPrice} unitPrice />
                </Text>
                {line.expectedOn && (
                  <Text size="xs" c="dimmed" hiddenFrom="sm">
                    <ExpectedDay day={line.expectedOn} />
                  </Text>
                )}
              </Table.Td>
              {isExpected && (
                <Table.Td visibleFrom="sm">
                  <ExpectedDay day={line.expectedOn} />
                </Table.Td>
              )}
              {hasReceipts && (
                <>
                  <Table.Td ta="end" visibleFrom="sm">
                    <Quantity value={line.quantityReceived.measure} />
                    {line.quantityRejected.measure > 0 && (
                      <StatusBadge tone="danger">
                        <Quantity value={line.quantityRejected.measure} /> rejected
                      </StatusBadge>
                    )}
                  </Table.Td>
                  <Table.Td ta="end" visibleFrom="sm">
                    <Quantity value={line.quantityStocked.measure} />
                  </Table.Td>
                </>
              )}
              <Table.Td ta="end" visibleFrom="sm">
                <Money value={line.unitPrice} unitPrice />
              </Table.Td>
              <Table.Td ta="end">
                <Money value={line.total} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        {/* On narrow screens the table has fewer columns, so the cell spans the maximum. */}
        <Table.Tfoot className={classes['foot']}>
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
      <Group hiddenFrom="sm" justify="space-between" p="xs" fw={600}>
        Order total <Money value={order.total} />
      </Group>
    </Table.ScrollContainer>
  );
}
