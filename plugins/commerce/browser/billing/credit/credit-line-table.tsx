import { Select, Table, Text } from '@mantine/core';
import { CardTable, Money, Quantity } from '@millwright/core/browser';
import { codeOptions } from '@millwright/core/contracts';
import { type CreditPart, type Invoice, type Restock, restockNames } from '../../../contracts/index.ts';
import { AmountInput } from '../amount-input.tsx';
import { blankLine, creditedLines, leftOf, type TypedLine } from './credit-state.ts';

const restockOptions = codeOptions(restockNames);

/** Invoiced lines, with fields for returned quantity and credited amount. */
export function CreditLineTable({
  invoice,
  typed,
  parts,
  onChange,
}: {
  invoice: Invoice;
  typed: ReadonlyMap<string, TypedLine>;
  parts: ReadonlyMap<string, CreditPart>;
  onChange(id: string, line: TypedLine): void;
}) {
  return (
    <CardTable minWidth={320} aria-label="Lines to credit">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Item</Table.Th>
          <Table.Th ta="end">Not credited</Table.Th>
          <Table.Th ta="end">Comes back</Table.Th>
          <Table.Th ta="end">Credit</Table.Th>
          <Table.Th>Goods</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {creditedLines(invoice).map((line) => {
          const typedLine = typed.get(line.id) ?? blankLine;
          const left = leftOf(line);
          const part = parts.get(line.id);
          const change = (some: Partial<TypedLine>) => onChange(line.id, { ...typedLine, ...some });
          const isGoods = line.itemID !== null && line.productType !== 'tax';
          return (
            <Table.Tr key={line.id}>
              <Table.Td>
                {line.sku}
                {line.description !== line.sku && (
                  <Text size="xs" c="dimmed">
                    {line.description}
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }} data-label="Not credited">
                {isGoods && <Quantity value={{ ...line.quantity, measure: left.quantity }} />}
                <Text size="xs" c="dimmed">
                  <Money value={left.amount} />
                </Text>
              </Table.Td>
              <Table.Td ta="end" data-label="Comes back">
                {isGoods && left.quantity > 0 && (
                  <AmountInput
                    aria-label={`${line.sku} comes back`}
                    value={typedLine.quantity}
                    onAmount={(quantity) => change({ quantity: quantity || null })}
                    max={left.quantity}
                    decimalScale={6}
                    size="xs"
                    w={88}
                    styles={{ input: { textAlign: 'end' } }}
                  />
                )}
              </Table.Td>
              <Table.Td ta="end" data-label="Credit">
                {left.amount > 0 && (
                  <AmountInput
                    aria-label={`Credit of ${line.sku}`}
                    value={typedLine.amount}
                    placeholder={part ? part.amount.toFixed(2) : ''}
                    onAmount={(amount) => change({ amount })}
                    max={left.amount}
                    size="xs"
                    w={96}
                    styles={{ input: { textAlign: 'end' } }}
                  />
                )}
              </Table.Td>
              <Table.Td data-label="Goods">
                {line.productType === 'sale' && typedLine.quantity && (
                  <Select
                    aria-label={`What becomes of ${line.sku}`}
                    placeholder="As said below"
                    data={restockOptions}
                    value={typedLine.restock}
                    onChange={(value) => change({ restock: value as Restock | null })}
                    clearable
                    size="xs"
                    w={170}
                  />
                )}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </CardTable>
  );
}
