import { describe, expect, it } from 'vitest';
import { hasGS1CheckDigit, ssccOf, vicsBillOfLading } from './gs1.ts';

describe('GS1 numbers', () => {
  it('end with the check digit', () => {
    expect(ssccOf('0614141', 123456789n)).toBe('006141411234567890');
    expect(hasGS1CheckDigit('006141411234567891')).toBe(false);
    expect(vicsBillOfLading('0614141', 'SH-1042')).toMatch(/^0614141000001042\d$/);
  });

  it('raise the extension digit when the serials of one are used up', () => {
    expect(ssccOf('0614141', 1_000_000_000n)).toMatch(/^10614141000000000\d$/);
    expect(() => ssccOf('0614141', 10_000_000_000n)).toThrow(/No serial/);
  });
});
