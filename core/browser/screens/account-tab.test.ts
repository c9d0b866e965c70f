import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accountTab, accountURL } from './account-tab.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('names the account of the tab in addresses that cannot send a header', () => {
  accountTab.set('acc_1');
  expect(accountURL('/v1/files/file_1')).toBe('/api/v1/files/file_1?accountID=acc_1');
  expect(accountURL('/v1/orders', { columns: ['a', 'b'], query: '' })).toBe(
    '/api/v1/orders?columns=a&columns=b&accountID=acc_1',
  );
  expect(accountURL('/api/v1/files/file_1?w=2')).toBe('/api/v1/files/file_1?w=2&accountID=acc_1');
  expect(accountURL('data:image/png;base64,AA')).toBe('data:image/png;base64,AA');
});

it('leaves the account out while none is chosen or storage is blocked', () => {
  accountTab.set('acc_1');
  accountTab.set(null);
  expect(accountURL('/v1/files/file_1')).toBe('/api/v1/files/file_1');
  vi.stubGlobal('sessionStorage', undefined);
  accountTab.set('acc_2');
  expect(accountTab.get()).toBeNull();
});
