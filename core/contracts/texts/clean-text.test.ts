import { describe, expect, it } from 'vitest';
import { cleanText, requiredLine } from './text.ts';

describe('cleanText', () => {
  it('composes, and takes away what nobody sees', () => {
    expect(cleanText('Cafe\u0301')).toBe('Café');
    expect(cleanText('GL\u00ADOVE\u200B \u2060A\uFEFF\u202E1\u2069')).toBe('GLOVE A1');
    expect(cleanText('\u200EA\u200F\u061C\u180EB\u2063\u{E0041}C')).toBe('ABC');
    for (const kept of ['GLOVE', 'Ödön', '👩‍🏭', 'line\nbreak', '\u0301', 'می‌خواهم'])
      expect(cleanText(kept)).toBe(kept);
    expect(cleanText('\u200B\uFEFF')).toBe('');
    expect(requiredLine(10, 'Name is required').safeParse(cleanText('\u200B')).success).toBe(false);
  });
});
