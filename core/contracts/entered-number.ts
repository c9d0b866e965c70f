import { decimal, decimalPlaces } from './decimal.ts';

/** What stands before the decimals; the other of point and comma may part groups of three. */
export type DecimalMark = 'point' | 'comma';

const plainForm = /^(?:\d+(?:\.\d*)?|\.\d+)$/;
const groupedForm = { ',': /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/, '.': /^\d{1,3}(?:\.\d{3})+(?:,\d*)?$/ } as const;

/** Digits with a point before the decimals, of a text without a sign; undefined where it is none with this mark. */
export function enteredDigits(text: string, mark: DecimalMark): string | undefined {
  const [group, own] = mark === 'point' ? ([',', '.'] as const) : (['.', ','] as const);
  if (text.includes(group) && !groupedForm[group].test(text)) return undefined;
  const plain = text.replaceAll(group, '').replace(own, '.');
  return plainForm.test(plain) ? plain.replace(/\.$/, '') : undefined;
}

const mostDecimals = 6;
const tooLarge = decimal('1e12');

/**
 * A counted amount as people write it, as canonical decimal text: digits, or groups of three divided by commas, then a
 * point and at most six decimals; with the mark `comma` the other way round. Everything else is a fault in words: `1,5`
 * is no 15.
 */
export function enteredNumber(text: string, mark: DecimalMark = 'point'): { value: string } | { error: string } {
  const [, sign = '', unsigned = ''] = /^([+-]?)(.*)$/s.exec(text.trim()) ?? [];
  const digits = unsigned.length > 40 ? undefined : enteredDigits(unsigned, mark);
  if (digits === undefined) return { error: 'Invalid number format' };
  const value = decimal(`${sign === '-' ? '-' : ''}${digits}`);
  if (decimalPlaces(value) > mostDecimals) return { error: `Must have at most ${mostDecimals} decimals` };
  return value.abs().gte(tooLarge) ? { error: 'Is too large' } : { value: value.toFixed() };
}
