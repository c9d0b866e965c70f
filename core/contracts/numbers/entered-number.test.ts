import { describe, expect, it } from 'vitest';
import { enteredNumber } from './entered-number.ts';

const refused = { error: 'Invalid number format' };

describe('an entered number', () => {
  it.each([
    ...[['12', '12'] as const, ['1,200', '1200'] as const, ['1,234,567.5', '1234567.5'] as const],
    ...[['-3.25', '-3.25'] as const, ['+4', '4'] as const, [' .5 ', '0.5'] as const, ['7.', '7'] as const],
  ])('%s is %s', (text, value) => {
    expect(enteredNumber(text)).toEqual({ value });
  });

  it.each([
    '1,5',
    '1.000,5',
    '1,50',
    '12,34',
    '1234,567',
    ',5',
    '1.2.3',
    '1e3',
    '1 200',
    '(5)',
    '',
    '-',
    'x',
    '1'.repeat(41),
  ])('refuses %j, and never reads it without its separators', (text) => {
    expect(enteredNumber(text)).toEqual(refused);
  });

  it('reads the other way round where the locale says so', () => {
    expect(enteredNumber('1.000,5', 'comma')).toEqual({ value: '1000.5' });
    expect(enteredNumber('1,5', 'comma')).toEqual({ value: '1.5' });
    expect(enteredNumber('1,000.5', 'comma')).toEqual(refused);
  });

  it('says what is too fine or too large', () => {
    expect(enteredNumber('0.1234567')).toEqual({ error: 'Must have at most 6 decimals' });
    expect(enteredNumber('1000000000000')).toEqual({ error: 'Is too large' });
  });
});
