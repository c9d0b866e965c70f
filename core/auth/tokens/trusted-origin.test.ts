import { describe, expect, it } from 'vitest';
import { clientNetwork } from '../../limits/client-network.ts';
import { isTrustedOrigin, type OriginFacts } from './trusted-origin.ts';

const facts = (given: Partial<OriginFacts>): OriginFacts => ({
  origin: undefined,
  fetchSite: undefined,
  host: 'mill.example:8443',
  trustedOrigins: ['https://mill.example:8443'],
  ...given,
});

describe('isTrustedOrigin', () => {
  it('trusts our own pages and programs', () => {
    expect(isTrustedOrigin(facts({ fetchSite: 'same-origin' }))).toBe(true);
    expect(isTrustedOrigin(facts({ fetchSite: 'none' }))).toBe(true);
    expect(isTrustedOrigin(facts({}))).toBe(true);
    expect(isTrustedOrigin(facts({ origin: 'https://mill.example:8443' }))).toBe(true);
    expect(isTrustedOrigin(facts({ origin: 'https://mill.example:8443', fetchSite: 'cross-site' }))).toBe(true);
    // Plain http on another name of this machine, for which browsers send no Sec-Fetch-Site.
    expect(isTrustedOrigin(facts({ origin: 'http://192.0.2.7:4000', host: '192.0.2.7:4000' }))).toBe(true);
  });

  it('refuses every other page', () => {
    for (const fetchSite of ['cross-site', 'same-site', 'something-new', '']) {
      expect(isTrustedOrigin(facts({ fetchSite })), fetchSite).toBe(false);
      expect(isTrustedOrigin(facts({ fetchSite, origin: 'https://evil.example' })), fetchSite).toBe(false);
      expect(isTrustedOrigin(facts({ fetchSite, origin: 'http://mill.example:8443' })), fetchSite).toBe(false);
    }
    for (const origin of [
      'https://evil.example',
      'null',
      '',
      'https://mill.example:8443.evil.example',
      'https://mill.example',
      'file://',
    ])
      expect(isTrustedOrigin(facts({ origin })), origin).toBe(false);
    expect(isTrustedOrigin(facts({ origin: 'https://a.example', host: undefined }))).toBe(false);
  });
});

describe('clientNetwork', () => {
  it('counts IPv4 by address and IPv6 by /64', () => {
    expect(clientNetwork('203.0.113.7')).toBe('203.0.113.7');
    expect(clientNetwork('::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(clientNetwork('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(clientNetwork('2001:0DB8:0001:0002:ffff::1')).toBe('2001:db8:1:2::/64');
    expect(clientNetwork('2001:db8::1')).toBe('2001:db8:0:0::/64');
    expect(clientNetwork('::1')).toBe('0:0:0:0::/64');
    expect(clientNetwork('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    expect(clientNetwork('')).toBe('unknown');
    expect(clientNetwork('not an address')).toBe('unknown');
  });
});
