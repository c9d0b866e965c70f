import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

const numberOf = (typed: number | string): number | null => {
  const value = typeof typed === 'number' ? typed : Number.parseFloat(typed);
  return Number.isFinite(value) ? value : null;
};

/**
 * A number field outside of forms: right-aligned, and selected on focus. Unfinished text stays as typed ('12.' on the
 * way to 12.50) and counts as the number so far. Empty is null.
 */
export function AmountInput({
  value,
  onAmount,
  ...input
}: Omit<NumberInputProps, 'value' | 'onChange'> & { value: number | null; onAmount(amount: number | null): void }) {
  const [typed, setTyped] = useState<number | string>('');
  const isOwn = (numberOf(typed) ?? 0) === (value ?? 0);
  return (
    <NumberInput
      min={0}
      decimalScale={2}
      hideControls
      clampBehavior="blur"
      selectAllOnFocus
      {...input}
      value={isOwn ? typed : (value ?? '')}
      onChange={(next) => {
        setTyped(next);
        onAmount(numberOf(next));
      }}
    />
  );
}
