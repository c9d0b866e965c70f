import { describe, expect, it } from 'vitest';
import { Networks } from '../../kernel/outgoing/network.ts';
import type { AskNames } from '../../kernel/outgoing/outgoing.ts';
import { checkWebhookAddress } from './webhook-address.ts';

const nowhere = new Networks([]);
const known: Readonly<Record<string, readonly string[]>> = {
  'hooks.example.com': ['198.41.0.4', '2001:503:ba3e::2:30'],
  'inner.example.com': ['10.1.2.3'],
  'half.example.com': ['198.41.0.4', '192.168.0.9'],
  'mapped.example.com': ['::ffff:10.0.0.1'],
  'nat64.example.com': ['64:ff9b::a00:1'],
};
const names: AskNames = (name, _, done) => {
  const found = known[name];
  if (!found) return done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), []);
  done(
    null,
    found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
};
const check = (url: string, named = nowhere) => checkWebhookAddress(url, named, names);

describe('the address of an endpoint', () => {
  it('is taken where the internet can reach it over https', async () => {
    expect(await check('https://hooks.example.com/millwright?key=1')).toBe(
      'https://hooks.example.com/millwright?key=1',
    );
    expect(await check('https://198.41.0.4:8443/x')).toBe('https://198.41.0.4:8443/x');
  });

  it.each([
    'http://hooks.example.com/',
    'ftp://hooks.example.com/',
    'hooks.example.com',
    'https://',
    'https://user:word@hooks.example.com/',
    'https://hooks.example.com/#part',
    'https://nobody.example.com/',
    'https://inner.example.com/',
    'https://half.example.com/',
    'https://mapped.example.com/',
    'https://nat64.example.com/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::a00:1]/',
    'https://[::ffff:0:127.0.0.1]/',
    'https://[::ffff:0:a00:1]/',
    'https://[3fff::1]/',
    'https://[4000::1]/',
    'https://[5f00::1]/',
    'https://169.254.169.254/latest/meta-data',
  ])('is refused: %s', async (url) => {
    await expect(check(url)).rejects.toMatchObject({
      code: 'webhook_address',
      status: 400,
      message: 'An https address that the internet can reach',
      errors: [{ path: 'url' }],
    });
  });

  it('may lie in a network that the operator has named', async () => {
    expect(await check('http://10.1.2.3:8080/', new Networks(['10.0.0.0/8']))).toBe('http://10.1.2.3:8080/');
  });
});
