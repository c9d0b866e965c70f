import { describe, expect, it } from 'vitest';
import { createFormats, noValue } from './format.ts';

const york = createFormats({ locale: 'en-US', currency: 'USD', timeZone: 'America/New_York' });
const berlin = createFormats({ locale: 'de-DE', currency: 'EUR', timeZone: 'Europe/Berlin' });
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

describe('createFormats', () => {
  it('writes money in the currency and language of the account', () => {
    expect(york.money(1234.5)).toBe('$1,234.50');
    expect(plain(berlin.money('1234.5'))).toBe('1.234,50 €');
    expect(york.money('0.123456', { maximumFractionDigits: 6 })).toBe('$0.123456');
    expect(york.money(1, { currency: 'EUR' })).toBe('€1.00');
  });

  it('keeps every digit of decimal text', () => {
    expect(york.number('12345678901234567890.5')).toBe('12,345,678,901,234,567,890.5');
  });

  it('shows an instant in the zone of the account and a plain date as that day', () => {
    expect(york.date('2026-03-01T02:00:00.000Z')).toBe('Feb 28, 2026');
    expect(york.date('2026-03-01')).toBe('Mar 1, 2026');
    expect(plain(york.dateTime('2026-03-01T02:00:00.000Z'))).toBe('Feb 28, 2026, 9:00 PM');
    expect(berlin.date('2026-03-01T23:30:00.000Z')).toBe('02.03.2026');
  });

  it('says how long ago', () => {
    const now = new Date('2026-03-01T12:00:00Z');
    expect(york.relative('2026-03-01T09:00:00Z', now)).toBe('3 hours ago');
    expect(york.relative('2026-03-03T13:00:00Z', now)).toBe('in 2 days');
    expect(york.relative('2026-03-01T11:59:50Z', now)).toBe('now');
  });

  it('shows a dash for nothing and for nonsense dates', () => {
    expect([york.money(null), york.number(''), york.date(undefined), york.dateTime('soon')]).toEqual([
      noValue,
      noValue,
      noValue,
      noValue,
    ]);
    expect(york.money(0)).toBe('$0.00');
    expect([york.shortMoney(2500), york.shortMoney(0)]).toEqual(['$2.5K', '$0']);
  });
});
