import { decimal, decimalPlaces } from './decimal.ts';

/** The decimal mark; the other character of point and comma may separate groups of three digits. */
export type DecimalMark = 'point' | 'comma';

const plainForm = /^(?:\d+(?:\.\d*)?|\.\d+)$/;
const groupedForm = { ',': /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/, '.': /^\d{1,3}(?:\.\d{3})+(?:,\d*)?$/ } as const;

/**
 * The digits of a text without sign, with a point before the decimals; undefined if the text is no number with this
 * mark.
 */
export function enteredDigits(text: string, mark: DecimalMark): string | undefined {
  const [group, own] = mark === 'point' ? ([',', '.'] as const) : (['.', ','] as const);
  if (text.includes(group) && !groupedForm[group].test(text)) return undefined;
  const plain = text.replaceAll(group, '').replace(own, '.');
  return plainForm.test(plain) ? plain.replace(/\.$/, '') : undefined;
}

const mostDecimals = 6;
const tooLarge = decimal('1e12');

/**
 * A number as a person enters it, as canonical decimal text. Digits, or groups of three separated by commas, then a
 * point and at most six decimals; with the mark `comma` the other way round. Any other text is an error in words: `1,5`
 * is not read as 15.
 */
export function enteredNumber(text: string, mark: DecimalMark = 'point'): { value: string } | { error: string } {
  const [, sign = '', unsigned = ''] = /^([+-]?)(.*)$/s.exec(text.trim()) ?? [];
  const digits = unsigned.length > 40 ? undefined : enteredDigits(unsigned, mark);
  if (digits === undefined) return { error: 'Invalid number format' };
  const value = decimal(`${sign === '-' ? '-' : ''}${digits}`);
  if (decimalPlaces(value) > mostDecimals) return { error: `Must have at most ${mostDecimals} decimals` };
  return value.abs().gte(tooLarge) ? { error: 'Is too large' } : { value: value.toFixed() };
}
