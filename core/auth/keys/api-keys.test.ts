import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointAnswer } from '../../contracts/endpoints/endpoint.ts';
import type { createApiKey } from '../../contracts/sign-in/api-key.contract.ts';
import { bootAuthFixture, codeOf, problemOf } from '../auth-fixture.ts';

let auth: Awaited<ReturnType<typeof bootAuthFixture>>;
beforeAll(async () => {
  auth = await bootAuthFixture();
});
afterAll(() => auth.stop());

describe('an API key with networks', () => {
  it('is refused from elsewhere by a code of its own, which those without its secret never see', async () => {
    const { browser } = await auth.registered();
    const input = { name: 'Sync', scopes: ['account:read'], networks: ['203.0.113.0/24', '2001:DB8::/32'] };
    const made = await browser.send<EndpointAnswer<typeof createApiKey>>('POST', '/v1/api-keys', input);
    expect(made.body.networks).toEqual(['203.0.113.0/24', '2001:db8::/32']);
    const { id, secret, version } = made.body;
    const from = (ip: string, presented = secret) =>
      auth.browser(ip).send('GET', '/v1/me', undefined, { 'x-api-key': id, 'x-auth-secret': presented });
    for (const ip of ['203.0.113.9', '[2001:db8:7::1]:443', '198.51.100.7, 203.0.113.9'])
      expect((await from(ip)).status, ip).toBe(200);
    // The caller may forge all entries before the proxy's own.
    for (const ip of ['203.0.114.9', '2001:db9::1', '203.0.113.9, 198.51.100.7', 'nonsense']) {
      const refused = await from(ip);
      expect([refused.status, codeOf(refused)], ip).toEqual([403, 'key_network_refused']);
    }
    expect(problemOf(await from('203.0.114.9')).details).toEqual({ address: '203.0.114.9' });
    expect(codeOf(await from('203.0.114.9', `${secret}x`))).toBe('unauthenticated');

    const everywhere = await browser.send('PATCH', `/v1/api-keys/${id}`, { networks: [], version });
    expect(everywhere.status).toBe(200);
    expect((await from('203.0.114.9')).status).toBe(200);
  });

  it.each(['10.0.0.0/33', 'example.com', '10.0.0', '2001:db8::/129', '10.0.0.0/8 ,', ''])(
    'takes no %j',
    async (given) => {
      const { browser } = await auth.registered();
      const input = { name: 'Sync', scopes: ['account:read'], networks: ['10.0.0.0/8', given] };
      const refused = await browser.send('POST', '/v1/api-keys', input);
      expect([refused.status, problemOf(refused).errors?.map(({ path }) => path)]).toEqual([400, ['networks.1']]);
    },
  );
});
