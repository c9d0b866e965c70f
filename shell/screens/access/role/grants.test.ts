import { describe, expect, it } from 'vitest';
import { changedGrants, copiedGrants, type Grant, grantedCodes, withCodes } from './grants.ts';

const grant = (domain: string, verbs: string): Grant => ({
  domain,
  create: verbs.includes('c'),
  read: verbs.includes('r'),
  update: verbs.includes('u'),
  delete: verbs.includes('d'),
});

describe('withCodes', () => {
  it('gives and takes rights and adds domains that were not there', () => {
    const given = withCodes([grant('orders', 'r')], ['orders:update', 'items:read'], true);
    expect(given).toEqual([grant('orders', 'ru'), grant('items', 'r')]);
    expect(grantedCodes(withCodes(given, ['orders:read'], false))).toEqual(['orders:update', 'items:read']);
  });
});

describe('changedGrants', () => {
  it('names only the domains that differ, also those whose rights were all taken', () => {
    const before = [grant('orders', 'cr'), grant('items', 'r'), grant('units', '')];
    const after = [grant('orders', 'cr'), grant('items', ''), grant('units', 'd')];
    expect(changedGrants(before, after)).toEqual([grant('items', ''), grant('units', 'd')]);
  });
});

describe('copiedGrants', () => {
  it('replaces what the person can give and leaves the rest as it was', () => {
    const can = (code: string) => !code.startsWith('secrets:');
    const own = [grant('orders', 'crud'), grant('secrets', 'r'), grant('items', '')];
    const source = [grant('orders', 'r'), grant('secrets', 'ru'), grant('items', 'c')];
    expect(copiedGrants(own, source, can)).toEqual({
      grants: [grant('orders', 'r'), grant('secrets', 'r'), grant('items', 'c')],
      leftOut: 1,
    });
  });
});
