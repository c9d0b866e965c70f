import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../testing/plan/fixed-seed.ts';
import {
  addDays,
  dateIn,
  daysBetween,
  isoDate,
  isoDateOrDateTime,
  isoDateTime,
  startOfDayIn,
  timeZone,
} from './date.ts';

describe('schemas', () => {
  it('take real days between 1900 and 2200', () => {
    for (const good of ['1900-01-01', '2024-02-29', '2200-12-31']) expect(isoDate.parse(good)).toBe(good);
    for (const bad of [
      '2023-02-29',
      '2026-13-01',
      '1899-12-31',
      '2201-01-01',
      '0001-01-01',
      '2026-1-1',
      '20260101',
      '2026-01-01T00:00:00Z',
      '',
      null,
      5,
    ]) {
      expect(isoDate.safeParse(bad).success, String(bad)).toBe(false);
    }
  });

  it('take instants with their offset', () => {
    for (const good of ['2026-02-28T10:00:00Z', '2026-02-28T10:00:00.123+05:30'])
      expect(isoDateTime.parse(good)).toBe(good);
    for (const bad of [
      '2026-02-28T10:00:00',
      '2026-02-30T10:00:00Z',
      '2026-02-28',
      '9999-01-01T00:00:00Z',
      '1899-12-31T23:59:59Z',
      '2026-02-28T10:00:00+23:59',
      `2026-02-28T10:00:00.${'1'.repeat(200)}Z`,
    ]) {
      expect(isoDateTime.safeParse(bad).success, bad).toBe(false);
    }
    expect(isoDateOrDateTime.safeParse('2026-02-28').success).toBe(true);
    expect(isoDateOrDateTime.safeParse('2026-02-28T10:00:00Z').success).toBe(true);
    expect(isoDateOrDateTime.safeParse('yesterday').success).toBe(false);
  });

  it('take named zones only', () => {
    for (const good of ['America/Chicago', 'UTC', 'Asia/Kathmandu']) expect(timeZone.parse(good)).toBe(good);
    for (const bad of ['', 'Mars/Base', '+02:00', 'America/Chicago\u0000'])
      expect(timeZone.safeParse(bad).success, bad).toBe(false);
  });
});

describe('startOfDayIn', () => {
  const start = (zone: string, day: string | Date) => startOfDayIn(zone, day).toISOString();

  it('follows the zone, its daylight saving and its oddities', () => {
    expect(start('UTC', '2026-02-28')).toBe('2026-02-28T00:00:00.000Z');
    expect(start('America/Chicago', '2026-01-15')).toBe('2026-01-15T06:00:00.000Z');
    expect(start('America/Chicago', '2026-07-15')).toBe('2026-07-15T05:00:00.000Z');
    expect(start('Asia/Kathmandu', '2026-07-15')).toBe('2026-07-14T18:15:00.000Z');
    // Clocks went from 00:00 to 01:00, so the day began at 01:00.
    expect(start('America/Sao_Paulo', '2018-11-04')).toBe('2018-11-04T03:00:00.000Z');
    // Clocks went back from 01:00 to 00:00, so there were two midnights; the first one counts.
    expect(start('America/Havana', '2025-11-02')).toBe('2025-11-02T04:00:00.000Z');
    // Samoa skipped this day when it moved across the date line.
    expect(start('Pacific/Apia', '2011-12-30')).toBe(start('Pacific/Apia', '2011-12-31'));
  });

  it('takes instants too, and refuses nonsense', () => {
    expect(start('America/Chicago', new Date('2026-01-15T03:00:00Z'))).toBe('2026-01-14T06:00:00.000Z');
    expect(() => startOfDayIn('Mars/Base', '2026-01-15')).toThrow(RangeError);
    expect(() => startOfDayIn('UTC', '2026-02-99')).toThrow(RangeError);
  });

  it('is the first instant of its day', () => {
    const zones = fc.constantFrom(
      'America/Chicago',
      'Europe/Berlin',
      'Australia/Lord_Howe',
      'Pacific/Kiritimati',
      'Pacific/Pago_Pago',
      'Asia/Kolkata',
    );
    const instants = fc.date({
      min: new Date('1970-01-01T00:00:00Z'),
      max: new Date('2100-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(zones, instants, (zone, instant) => {
        const first = startOfDayIn(zone, instant);
        expect(first.getTime()).toBeLessThanOrEqual(instant.getTime());
        expect(dateIn(zone, first)).toBe(dateIn(zone, instant));
        expect(dateIn(zone, new Date(first.getTime() - 1)) < dateIn(zone, first)).toBe(true);
      }),
      { numRuns: runsOf(60) },
    );
  });
});

describe('calendar arithmetic', () => {
  it('counts days', () => {
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(daysBetween('2026-03-01', '2026-03-31')).toBe(30);
    expect(daysBetween('2026-03-02', '2026-03-01')).toBe(-1);
  });
});
