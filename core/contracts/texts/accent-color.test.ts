import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hexColor, readableAccent, whiteOn } from './accent-color.ts';

it('a colour of a brand is darkened only as far as white text on it needs', () => {
  expect(readableAccent('#1c5d99')).toBe('#1c5d99');
  expect(readableAccent('#ffff00')).not.toBe('#ffff00');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const hex = `#${value.toString(16).padStart(6, '0')}`;
      const accent = hexColor.parse(readableAccent(hex));
      expect(whiteOn(accent)).toBeGreaterThanOrEqual(4.5);
      if (whiteOn(hex) >= 4.5) expect(accent).toBe(hex);
    }),
  );
});
