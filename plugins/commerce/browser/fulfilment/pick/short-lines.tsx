import { Table, Text } from '@mantine/core';
import { DateText, LinkText, Panel } from '@millwright/core/browser';
import type { ShortPickLine } from '../../../contracts/index.ts';

/** Lines that wait for stock, with the department that makes it. */
export function ShortLines({ lines }: { lines: readonly ShortPickLine[] }) {
  if (!lines.length) return null;
  return (
    <Panel title={lines.length === 1 ? '1 line waits for stock' : `${lines.length} lines wait for stock`} flush>
      <Table.ScrollContainer minWidth={520}>
        <Table aria-label="Lines that wait for stock">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Pick</Table.Th>
              <Table.Th>Product</Table.Th>
              <Table.Th>Missing</Table.Th>
              <Table.Th>Promised</Table.Th>
              <Table.Th>Made by</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map(({ pick, order, orderLine, short, departments, because }) => (
              <Table.Tr key={orderLine.id}>
                <Table.Td>
                  <LinkText to={`/dashboard/picking/${pick.id}`} size="sm">
                    {pick.number}
                  </LinkText>
                </Table.Td>
                <Table.Td>{orderLine.product.sku}</Table.Td>
                <Table.Td>
                  {short.measure} {short.unit}
                  {because.map((text) => (
                    <Text key={text} size="xs" c="dimmed">
                      {text}
                    </Text>
                  ))}
                </Table.Td>
                <Table.Td>
                  <DateText value={order.promisedAt} />
                </Table.Td>
                <Table.Td>{departments.map(({ name }) => name).join(', ')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}
