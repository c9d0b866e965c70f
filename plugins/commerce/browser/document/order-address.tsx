import { Text } from '@mantine/core';
import type { AddressSnapshot } from '@millwright/core/contracts';

const present = (line: string | null | undefined): line is string => Boolean(line);

const cityLine = ({ city, state, postalCode }: AddressSnapshot): string =>
  [[city, state].filter(present).join(', '), postalCode].filter(present).join(' ');

/** An address in one line, for selects. */
export const addressText = (address: AddressSnapshot): string =>
  [address.name, address.line1, cityLine(address)].filter(present).join(' · ');

/** An address as on a document. */
export function AddressBlock({ address }: { address: AddressSnapshot }) {
  const lines = [address.line1, address.line2, cityLine(address), address.country, address.phone, address.email];
  return (
    <address style={{ fontStyle: 'normal' }}>
      <b style={{ fontWeight: 500 }}>{address.name}</b>
      {lines.filter(present).map((line) => (
        <div key={line}>{line}</div>
      ))}
      {address.isDropShip && (
        <Text size="xs" c="dimmed">
          Drop ship
        </Text>
      )}
    </address>
  );
}
