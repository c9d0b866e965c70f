import { describe, expect, it } from 'vitest';
import { Networks } from '../../kernel/outgoing/network.ts';
import { decideKey, decideKeyNetwork } from '../keys/api-keys.ts';
import { decideCode, decideReset } from './decide-verification.ts';

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
const email = 'robin@example.com';

describe('decideReset', () => {
  const token = { expiresAt: at(1), identifier: email };

  it('accepts a token that is known, in time and for the address it was sent to', () => {
    expect(decideReset(token, email, now)).toBe('accept');
    expect(decideReset(undefined, email, now)).toBe('refuse');
    expect(decideReset({ ...token, expiresAt: now }, email, now)).toBe('refuse');
    expect(decideReset(token, 'new@example.com', now)).toBe('refuse');
    expect(decideReset(token, undefined, now)).toBe('refuse');
  });
});

describe('decideCode', () => {
  const token = { expiresAt: at(1), attempts: 0, identifier: email };

  it('accepts the right code and counts a wrong one', () => {
    expect(decideCode(token, email, true, now)).toBe('accept');
    expect(decideCode({ ...token, attempts: 4 }, email, true, now)).toBe('accept');
    expect(decideCode({ ...token, attempts: 4 }, email, false, now)).toBe('count');
  });

  it('refuses even the right code after five tries, ten minutes or a change of address', () => {
    expect(decideCode({ ...token, attempts: 5 }, email, true, now)).toBe('refuse');
    expect(decideCode({ ...token, expiresAt: now }, email, true, now)).toBe('refuse');
    expect(decideCode(token, 'new@example.com', true, now)).toBe('refuse');
    expect(decideCode(undefined, email, true, now)).toBe('refuse');
  });
});

describe('decideKey', () => {
  const key = { secretHash: 'aa', previousSecretHash: null, previousExpiresAt: null, expiresAt: null, revokedAt: null };

  it('takes the current secret of a key that is alive', () => {
    expect(decideKey(key, 'aa', now)).toBe(true);
    expect(decideKey({ ...key, expiresAt: at(1) }, 'aa', now)).toBe(true);
    expect(decideKey(key, 'ab', now)).toBe(false);
    expect(decideKey({ ...key, revokedAt: at(-1) }, 'aa', now)).toBe(false);
    expect(decideKey({ ...key, expiresAt: now }, 'aa', now)).toBe(false);
    expect(decideKey(undefined, 'aa', now)).toBe(false);
  });

  it('takes the former secret only while a rotation overlaps', () => {
    const rotated = { ...key, previousSecretHash: 'bb', previousExpiresAt: at(1) };
    expect(decideKey(rotated, 'bb', now)).toBe(true);
    expect(decideKey({ ...rotated, previousExpiresAt: now }, 'bb', now)).toBe(false);
    expect(decideKey({ ...rotated, previousExpiresAt: null }, 'bb', now)).toBe(false);
    expect(decideKey(rotated, 'cc', now)).toBe(false);
  });
});

describe('decideKeyNetwork', () => {
  it('takes a key from everywhere, or from its networks alone', () => {
    const own = new Networks(['203.0.113.0/24', '2001:db8::/32', '198.51.100.7']);
    for (const address of ['203.0.113.0', '203.0.113.255', '198.51.100.7', '2001:db8:ffff::1'])
      expect(decideKeyNetwork(own, address), address).toBe(true);
    for (const address of ['203.0.114.0', '198.51.100.8', '2001:db9::1', '', 'nonsense'])
      expect(decideKeyNetwork(own, address), address).toBe(false);
    expect(decideKeyNetwork(new Networks([]), '203.0.114.0')).toBe(true);
  });
});
