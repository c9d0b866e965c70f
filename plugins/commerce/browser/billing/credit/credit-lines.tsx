import { Table, Text } from '@mantine/core';
import { Money, Quantity } from '@millwright/core/browser';
import { restockNames, type Transaction } from '../../../contracts/index.ts';

/** Lines of a credit memo, with the destination of returned goods. */
export function CreditLines({ memo }: { memo: Transaction }) {
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table aria-label={`Lines of credit memo ${memo.number}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Item</Table.Th>
            <Table.Th>Goods</Table.Th>
            <Table.Th ta="end">Quantity</Table.Th>
            <Table.Th ta="end">Credit</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {memo.lines.map(({ id, sku, description, quantity, amount, why, restock, returned }) => (
            <Table.Tr key={id}>
              <Table.Td>
                {sku}
                <Text size="xs" c="dimmed">
                  {description === sku ? why : description}
                </Text>
              </Table.Td>
              <Table.Td>
                {restock && restockNames[restock]}
                {returned.map((part) => (
                  <Text key={`${part.place} ${part.lotNumber}`} size="xs" c="dimmed">
                    {part.place}
                    {part.lotNumber && `, lot ${part.lotNumber}`}
                  </Text>
                ))}
              </Table.Td>
              <Table.Td ta="end">{quantity.measure > 0 && <Quantity value={quantity} />}</Table.Td>
              <Table.Td ta="end">
                <Money value={amount} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
