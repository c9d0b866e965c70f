import { Group, Table, Text } from '@mantine/core';
import { LinkText, Money, Quantity, useSession } from '@millwright/core/browser';
import { decimal, toWire } from '@millwright/core/contracts';
import { type Invoice, type InvoiceLine, invoiceStates, marginRights } from '../../../contracts/index.ts';

function Sum({ label, value, isStrong }: { label: string; value: number; isStrong?: boolean }) {
  return (
    <Group justify="flex-end" gap="lg" fw={isStrong ? 600 : undefined}>
      <span>{label}</span>
      <Text span inherit ta="end" miw={110}>
        <Money value={value} />
      </Text>
    </Group>
  );
}

/** Margin of a line of goods or services, for people with the right to see costs. */
function LineMargin({ line }: { line: InvoiceLine }) {
  const session = useSession();
  const isEarning = line.productType === 'sale' || line.productType === 'service';
  if (line.cost === null || !isEarning || !session.canAll(marginRights)) return null;
  const earned = decimal(line.total).minus(decimal(line.discount)).minus(decimal(line.amountCredited));
  return (
    <Text size="xs" c="dimmed">
      Margin <Money value={toWire(earned.minus(decimal(line.cost)))} />
    </Text>
  );
}

/** Lines and totals of an invoice. */
export function InvoiceLines({ invoice }: { invoice: Invoice }) {
  const session = useSession();
  const { subtotal, discount, carried, totalInvoiced, allocated, open, status } = invoice;
  return (
    <>
      <Table.ScrollContainer minWidth={300}>
        <Table aria-label={`Lines of invoice ${invoice.number}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Item</Table.Th>
              <Table.Th ta="end">Quantity</Table.Th>
              <Table.Th ta="end" visibleFrom="sm">
                Price
              </Table.Th>
              <Table.Th ta="end">Total</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {invoice.lines.map((line) => (
              <Table.Tr key={line.id}>
                <Table.Td>
                  {line.itemID && session.can('products:read') ? (
                    <LinkText to={`/dashboard/products/${line.itemID}`} size="sm">
                      {line.sku}
                    </LinkText>
                  ) : (
                    line.sku
                  )}
                  {line.description !== line.sku && (
                    <Text size="xs" c="dimmed">
                      {line.description}
                    </Text>
                  )}
                  {line.why && (
                    <Text size="xs" c="dimmed">
                      {line.why}
                    </Text>
                  )}
                  {line.amountCredited !== 0 && (
                    <Text size="xs" c="dimmed">
                      Credited <Money value={line.amountCredited} />
                    </Text>
                  )}
                </Table.Td>
                <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
                  {line.itemID && <Quantity value={line.quantity} />}
                  <Text size="xs" c="dimmed" hiddenFrom="sm">
                    at <Money value={line.unitPrice} unitPrice />
                  </Text>
                </Table.Td>
                <Table.Td ta="end" visibleFrom="sm">
                  <Money value={line.unitPrice} unitPrice />
                </Table.Td>
                <Table.Td ta="end">
                  <Money value={line.total} />
                  {!invoice.voidedAt && <LineMargin line={line} />}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <div style={{ padding: 'var(--mantine-spacing-sm)' }}>
        {(discount !== 0 || carried !== 0) && <Sum label="Subtotal" value={subtotal} />}
        {discount !== 0 && <Sum label="Order discount" value={-discount} />}
        {carried !== 0 && <Sum label="Goes on as a credit" value={carried} />}
        <Sum label="Total" value={totalInvoiced} isStrong />
        {allocated !== 0 && <Sum label="Paid and credited" value={-allocated} />}
        {invoiceStates.is.open(status.code) && <Sum label="Open" value={open} isStrong />}
      </div>
    </>
  );
}
