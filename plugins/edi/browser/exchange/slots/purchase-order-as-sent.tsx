import { Table, Text } from '@mantine/core';
import { DateText, Facts } from '@millwright/core/browser';
import { type OrderParty, type OrderSegments, readPurchaseOrder } from '../../../contracts/index.ts';

const roles: Readonly<Record<string, string>> = {
  ST: 'Ship to',
  BY: 'Buyer',
  BT: 'Bill to',
  VN: 'Vendor',
  SU: 'Supplier',
  Z7: 'Mark for',
};
const dates: Readonly<Record<string, string>> = {
  '001': 'Cancel after',
  '002': 'Delivery',
  '010': 'Ship',
  '037': 'Ship not before',
  '038': 'Ship no later',
  '063': 'Deliver no later',
  '064': 'Deliver not before',
};

const placeOf = ({ name, code, lines, city, state, postalCode }: OrderParty): string =>
  [[name, code && `(${code})`].filter(Boolean).join(' '), ...lines, [city, state, postalCode].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');

/** Merges facts with the same label: an order may name several buyers, or references of one kind. */
const merged = (facts: readonly (readonly [string, string])[]) =>
  [...Map.groupBy(facts, ([label]) => label)].map(([label, own]) => ({
    label,
    value: own.map(([, text]) => text).join('; '),
  }));

/** A purchase order in readable form as the partner sent it, with the partner's numbers, units and prices. */
export function PurchaseOrderAsSent({ segments }: { segments: OrderSegments }) {
  const order = readPurchaseOrder(segments);
  return (
    <>
      <Facts
        strip
        facts={[
          { label: 'Purchase order', value: order.number },
          { label: 'Dated', value: order.orderedOn && <DateText value={order.orderedOn} /> },
          ...merged([
            ...order.dates.map(({ kind, on }) => [dates[kind] ?? `Date ${kind}`, on] as const),
            ...order.parties.map((party) => [roles[party.role] ?? `Party ${party.role}`, placeOf(party)] as const),
            ...order.references.map(({ kind, value, text }) => [`Reference ${kind}`, value || text] as const),
          ]),
        ]}
      />
      <Table.ScrollContainer minWidth={440} mt="md">
        <Table aria-label="Lines as the partner sent them">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Line</Table.Th>
              <Table.Th>Item</Table.Th>
              <Table.Th ta="end">Quantity</Table.Th>
              <Table.Th>Unit</Table.Th>
              <Table.Th ta="end">Price</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {order.lines.map(({ number, identifiers, description, quantity, unit, price, allocations, segment }) => (
              <Table.Tr key={segment}>
                <Table.Td>{number}</Table.Td>
                <Table.Td>
                  {identifiers.map(({ kind, value }) => `${kind} ${value}`).join(', ')}
                  {description && (
                    <Text size="sm" c="dimmed">
                      {description}
                    </Text>
                  )}
                  {allocations.map((share) => (
                    <Text key={`${share.segment} ${share.element}`} size="sm" c="dimmed">
                      {share.quantity} for store {share.code}
                    </Text>
                  ))}
                </Table.Td>
                <Table.Td ta="end">{quantity}</Table.Td>
                <Table.Td>{unit}</Table.Td>
                <Table.Td ta="end">{price}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {order.notes.map((note) => (
        <Text key={note} size="sm" mt="xs">
          {note}
        </Text>
      ))}
    </>
  );
}
