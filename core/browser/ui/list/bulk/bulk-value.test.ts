import { describe, expect, it } from 'vitest';
import { wantedOf } from './bulk-value.ts';

describe('what a form of many records says about a field', () => {
  const promised = { name: 'promisedAt', label: 'Promised', kind: 'date', isClearable: true } as const;
  const note = { name: 'note', label: 'Note', kind: 'text' } as const;
  const flag = { name: 'isOpen', label: 'Open', kind: 'boolean' } as const;

  it('is nothing until it is chosen and said', () => {
    for (const values of [{}, { value_promisedAt: '' }, { value_promisedAt: null }, { way_promisedAt: 'set' }])
      expect(wantedOf(promised, values), JSON.stringify(values)).toBeUndefined();
    expect(wantedOf(promised, { value_promisedAt: '2026-12-01' })).toBeUndefined();
    expect(wantedOf(note, { value_note: '' })).toBeUndefined();
    expect(wantedOf(undefined, {})).toBeUndefined();
  });

  it('is a value, or that it goes, where somebody says so', () => {
    expect(wantedOf(promised, { way_promisedAt: 'set', value_promisedAt: '2026-12-01' })).toBe('2026-12-01');
    expect(wantedOf(promised, { way_promisedAt: 'clear', value_promisedAt: '2026-12-01' })).toBeNull();
    expect(wantedOf(note, { value_note: 'Ring twice' })).toBe('Ring twice');
    expect(wantedOf(flag, {})).toBe(false);
  });
});
