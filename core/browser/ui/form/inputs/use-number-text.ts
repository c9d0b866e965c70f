import { useState } from 'react';

type Shown = string | number;

const numberOf = (shown: Shown): number | null => {
  const value = shown === '' ? Number.NaN : Number(shown);
  return Number.isNaN(value) ? null : value;
};

/**
 * The text of a number input whose value is a number in the form. `12.` and `0.0`, entered on the way to `12.5` and
 * `0.05`, are already numbers; showing the number instead would drop entered characters.
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
