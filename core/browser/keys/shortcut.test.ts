import { expect, it } from 'vitest';
import { pressName } from './shortcut.ts';

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
): string => pressName({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

it('names presses as shortcuts are written', () => {
  expect(press('j')).toBe('j');
  expect(press('X', { shiftKey: true })).toBe('shift+x');
  expect(press('?', { shiftKey: true })).toBe('?');
  expect(press('s', { ctrlKey: true })).toBe('mod+s');
  expect(press('K', { metaKey: true, shiftKey: true })).toBe('mod+shift+k');
  expect(press('ArrowDown', { altKey: true })).toBe('alt+arrowdown');
  expect(press(' ')).toBe('space');
});
