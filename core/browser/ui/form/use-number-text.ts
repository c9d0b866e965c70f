import { useState } from 'react';

type Shown = string | number;

const numberOf = (shown: Shown): number | null => {
  const value = shown === '' ? Number.NaN : Number(shown);
  return Number.isNaN(value) ? null : value;
};

/**
 * What a number input shows for a value that the form holds as a number. `12.` and `0.0` on the way to `12.5` and
 * `0.05` are numbers already, and would lose what was typed if the number were shown instead.
 */
export function useNumberText(
  value: unknown,
  onChange: (value: number | null) => void,
): [Shown, (shown: Shown) => void] {
  const [typed, setTyped] = useState<Shown>('');
  const held = typeof value === 'number' || typeof value === 'string' ? value : '';
  const shown = numberOf(typed) === numberOf(held) ? typed : held;
  return [
    shown,
    (next) => {
      setTyped(next);
      onChange(numberOf(next));
    },
  ];
}
