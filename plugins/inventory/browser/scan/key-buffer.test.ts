import { describe, expect, it } from 'vitest';
import { KeyBuffer, type ScannedKey } from './key-buffer.ts';

const press = (key: string, timeStamp: number, more: Partial<ScannedKey> = {}): ScannedKey => ({
  key,
  timeStamp,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  isComposing: false,
  ...more,
});

/** What the buffer says to keys that come `gap` milliseconds after one another. */
function typed(keys: readonly string[], gap: number, buffer = new KeyBuffer(), start = 1000): string[] {
  return keys.map((key, index) => {
    const meaning = buffer.take(press(key, start + index * gap));
    return meaning.kind === 'code' ? `code ${meaning.text}` : meaning.kind;
  });
}

describe('KeyBuffer', () => {
  it('reads a code that is typed at the pace of a scanner and ends with Enter or Tab', () => {
    expect(typed([...'loc_1', 'Enter'], 35)).toEqual(['first', 'more', 'more', 'more', 'more', 'code loc_1']);
    expect(typed([...'AB-12', 'Tab'], 4).at(-1)).toBe('code AB-12');
  });

  it('lets a person type, whose Enter means Enter', () => {
    expect(typed([...'hello', 'Enter'], 36)).toEqual(['first', 'first', 'first', 'first', 'first', 'none']);
    expect(typed([...'loc_1'], 5)).not.toContain('code loc_1');
  });

  it('asks for four characters', () => {
    expect(typed([...'abc', 'Enter'], 5).at(-1)).toBe('none');
    expect(typed([...'abcd', 'Enter'], 5).at(-1)).toBe('code abcd');
  });

  it('asks that the last key comes at the same pace', () => {
    const buffer = new KeyBuffer();
    typed([...'abcd'], 10, buffer);
    expect(buffer.take(press('Enter', 1030 + 36)).kind).toBe('none');
  });

  it('looks past Shift, which comes before every capital', () => {
    expect(typed(['Shift', 'A', 'Shift', 'B', '1', '2', 'Enter'], 10).at(-1)).toBe('code AB12');
  });

  it('begins anew after an arrow key, a shortcut and a code', () => {
    expect(typed([...'abcd', 'ArrowLeft', 'Enter'], 5).at(-1)).toBe('none');
    const buffer = new KeyBuffer();
    typed([...'abcd'], 5, buffer);
    expect(buffer.take(press('c', 1020, { ctrlKey: true })).kind).toBe('none');
    expect(buffer.take(press('Enter', 1025)).kind).toBe('none');
    expect(typed([...'abcd', 'Enter', 'Enter', ...'efgh', 'Enter'], 5, buffer, 2000)).toEqual([
      'first',
      'more',
      'more',
      'more',
      'code abcd',
      'none',
      'first',
      'more',
      'more',
      'more',
      'code efgh',
    ]);
  });

  it('takes characters that need AltGr, and none of an input method', () => {
    const buffer = new KeyBuffer();
    for (const [index, key] of [...'a@b1'].entries()) {
      const isAltGr = key === '@';
      buffer.take(press(key, 1000 + index, { ctrlKey: isAltGr, altKey: isAltGr }));
    }
    expect(buffer.take(press('Enter', 1005))).toEqual({ kind: 'code', text: 'a@b1' });
    expect(buffer.take(press('か', 1006, { isComposing: true })).kind).toBe('none');
  });
});
