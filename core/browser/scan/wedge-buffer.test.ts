import { describe, expect, it } from 'vitest';
import { WedgeBuffer } from './wedge-buffer.ts';

const typed = (text: string, gap: number, start = 1000) => {
  const buffer = new WedgeBuffer();
  for (const [index, character] of [...text].entries()) buffer.add(character, start + index * gap);
  return { buffer, end: start + (text.length - 1) * gap };
};

describe('what a scanner types', () => {
  it('is told from what a person types', () => {
    const scanned = typed('GLV-100', 8);
    expect(scanned.buffer.end(scanned.end + 35)).toBe('GLV-100');
    const slow = typed('GLV-100', 36);
    expect(slow.buffer.end(slow.end + 1)).toBeUndefined();
    const late = typed('GLV-100', 8);
    expect(late.buffer.end(late.end + 36)).toBeUndefined();
    // Short SKUs are scanned too; a single key and Enter come from a person.
    for (const text of ['123', '12']) {
      const short = typed(text, 8);
      expect(short.buffer.end(short.end + 8)).toBe(text);
    }
    const slowShort = typed('12', 60);
    expect(slowShort.buffer.end(slowShort.end + 60)).toBeUndefined();
    const single = typed('1', 8);
    expect(single.buffer.end(single.end + 8)).toBeUndefined();
  });

  it('does not begin with what was typed before it', () => {
    const { buffer, end } = typed('12', 200);
    expect(buffer.add('A', end + 100)).toBe(true);
    for (const [index, character] of ['B', 'C', 'D'].entries())
      expect(buffer.add(character, end + 110 + index * 10)).toBe(false);
    expect(buffer.end(end + 140)).toBe('ABCD');
    expect(buffer.end(end + 141)).toBeUndefined();
  });
});
