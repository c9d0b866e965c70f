import { Table } from '@mantine/core';
import { DateText, LinkText, Money, Quantity } from '@millwright/core/browser';
import type { InventoryFigure } from '../../../contracts/index.ts';
import { itemHref } from '../../record-sources.ts';
import classes from './inventory-analytics.module.css';

/** Items with their moved or remaining value. */
export function FigureTable({
  figures,
  valueName,
  empty,
}: {
  figures: readonly InventoryFigure[];
  valueName: string;
  empty: string;
}) {
  if (figures.length === 0) return <p className={classes['nothing']}>{empty}</p>;
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">SKU</Table.Th>
            <Table.Th scope="col" ta="end">
              Quantity
            </Table.Th>
            <Table.Th scope="col" ta="end">
              {valueName}
            </Table.Th>
            <Table.Th scope="col">Last issued</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {figures.map(({ item, quantity, value, lastIssuedAt }) => (
            <Table.Tr key={item.id}>
              <Table.Th scope="row">
                <LinkText to={itemHref(item)}>{item.sku}</LinkText>
              </Table.Th>
              <Table.Td ta="end">
                <Quantity value={quantity} />
              </Table.Td>
              <Table.Td ta="end">
                <Money value={value} />
              </Table.Td>
              <Table.Td>{lastIssuedAt ? <DateText value={lastIssuedAt} /> : 'Never'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
