import { Table } from '@mantine/core';
import { Money, StatusBadge } from '@millwright/core/browser';
import { decimal, invertRatio, multiplyRatio, type Ratio, roundUnitPrice, toWire } from '@millwright/core/contracts';
import { type Item, ratioOfFactor } from '../../../contracts/index.ts';
import { exactText } from '../../units/unit-group/factor-text.ts';

const priceIn = (price: number, factor: Ratio): number => {
  const { numerator, denominator } = factor;
  return toWire(
    roundUnitPrice(
      decimal(price)
        .times(decimal(`${numerator}`))
        .div(decimal(`${denominator}`)),
    ),
  );
};

/** Price and cost of the item per unit of its group. */
export function ItemUnits({ item }: { item: Item }) {
  const defaultUnit = item.units.find(({ unit }) => unit.id === item.defaultUnit.id);
  const perDefault = defaultUnit ? invertRatio(ratioOfFactor(defaultUnit.factor)) : undefined;
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table aria-label={`Units of ${item.sku}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Unit</Table.Th>
            <Table.Th ta="end">In {item.baseUnit.name}</Table.Th>
            <Table.Th ta="end">Price</Table.Th>
            {item.unitCost && <Table.Th ta="end">Cost</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {item.units.map(({ id, unit, factor }) => {
            const worth = perDefault && multiplyRatio(ratioOfFactor(factor), perDefault);
            return (
              <Table.Tr key={id}>
                <Table.Td>
                  {unit.name} {unit.id === item.defaultUnit.id && <StatusBadge tone="info">Default</StatusBadge>}
                </Table.Td>
                <Table.Td ta="end">{exactText(factor)}</Table.Td>
                <Table.Td ta="end">
                  {worth && <Money value={priceIn(item.unitValue.value, worth)} unitPrice />}
                </Table.Td>
                {item.unitCost && (
                  <Table.Td ta="end">
                    {worth && <Money value={priceIn(item.unitCost.value, worth)} unitPrice />}
                  </Table.Td>
                )}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
