import { Popover, Table, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { formats, Money, StatusBadge, type StatusTone } from '@millwright/core/browser';
import type { PortalAvailability, PortalProduct } from '../../../contracts/index.ts';

const tones: Record<PortalAvailability['code'], StatusTone> = {
  in_stock: 'success',
  low: 'warning',
  expected: 'info',
  on_request: 'neutral',
};

/** Availability of a product in words. */
export function Availability({ availability: { code, firstDate } }: { availability: PortalAvailability }) {
  const words = {
    in_stock: 'In stock',
    low: 'Few left',
    expected: `From ${formats().date(firstDate)}`,
    on_request: 'Ask us when',
  };
  return <StatusBadge tone={tones[code]}>{words[code]}</StatusBadge>;
}

/** A price with an explanation. */
export function PriceWithWhy({
  price,
  trace,
  unit,
}: {
  price: number;
  trace: PortalProduct['priceTrace'];
  unit: string;
}) {
  const text = (
    <Text component="span" fw={600}>
      <Money value={price} unitPrice />{' '}
      <Text component="span" size="xs" c="dimmed">
        / {unit}
      </Text>
    </Text>
  );
  if (trace.length < 2) return text;
  return (
    <Popover position="bottom-start" withArrow>
      <Popover.Target>
        <UnstyledButton style={{ textDecoration: 'underline dotted' }}>
          <VisuallyHidden>Why</VisuallyHidden> {text}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Table aria-label="How the price came about" withRowBorders={false}>
          <Table.Tbody>
            {trace.map(({ rule, name, out }) => (
              <Table.Tr key={`${rule} ${name}`}>
                <Table.Td>{name}</Table.Td>
                <Table.Td ta="end">
                  <Money value={out} unitPrice />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Popover.Dropdown>
    </Popover>
  );
}
