import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSite } from '../../boot/site.ts';
import { createOps, opsSourceOf } from '../../http/ops.ts';
import { sharedKernel } from '../../testing/kernel/shared-kernel.ts';
import type { TestKernel } from '../../testing/kernel/test-kernel.ts';
import { Networks } from '../outgoing/network.ts';
import { clientAddress, isLocalCall } from './caller.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await sharedKernel();
});
afterAll(() => kernel.stop());

/** A connection from this address, in the shape that the web server passes. */
const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });

describe('the address of a caller', () => {
  const proxies = new Networks(['10.0.0.0/8', '2001:db8:1::/48', '192.0.2.7']);
  const app = new Hono().get('/', (c) => c.text(clientAddress(c, proxies)));
  const addressOf = async (peer: string, forwarded?: string): Promise<string> =>
    (await app.request('/', { headers: forwarded ? { 'x-forwarded-for': forwarded } : {} }, from(peer))).text();

  it('is what the last proxy of ours says, and nothing that anybody else says', async () => {
    expect(await addressOf('10.1.2.3', '203.0.113.9')).toBe('203.0.113.9');
    expect(await addressOf('::ffff:10.1.2.3', '1.1.1.1, 203.0.113.9, 10.200.0.1')).toBe('203.0.113.9');
    expect(await addressOf('2001:db8:1:5::1', '203.0.113.9:4711')).toBe('203.0.113.9');
    expect(await addressOf('192.0.2.7', '[2001:db8:2::9]:443')).toBe('2001:db8:2::9');
    for (const stranger of ['192.0.2.8', '11.0.0.1', '2001:db8:2::1'])
      expect(await addressOf(stranger, '203.0.113.9')).toBe(stranger);
    expect(await addressOf('10.1.2.3')).toBe('10.1.2.3');
  });
});

describe('the names of an installation', () => {
  const status = async (host: string, hosts: readonly string[] = []): Promise<number> => {
    const site = createSite(kernel, { buildDir: '/nowhere', production: true, hosts });
    return (await site.request('http://localhost/api', { headers: { host } })).status;
  };

  it('are its own, those it was given and this machine’s; under others it does not answer', async () => {
    for (const host of ['millwright.test', 'millwright.test:8080', 'localhost:4000', '127.0.0.1', '[::1]:4000'])
      expect(await status(host), host).toBe(200);
    const others = ['evil.example', 'millwright.test.evil.example', '127.0.0.1.evil.example', 'a b', '192.168.1.5'];
    for (const host of others) expect(await status(host), host).toBe(421);
    expect(await status('192.168.1.5:4000', ['192.168.1.5'])).toBe(200);
    const site = createSite(kernel, { buildDir: '/nowhere', production: true });
    const refused = await site.request('http://localhost/dashboard', { headers: { host: 'evil.example' } });
    expect(await refused.json()).toMatchObject({ code: 'unknown_host', status: 421 });
  });

  it('served over https are kept to https by every browser, on every answer', async () => {
    const site = createSite(kernel, { buildDir: '/nowhere', production: true });
    const paths = ['/', '/api', '/api/docs', '/api/nothing', '/assets/none.js', '/password-reset-email-preview'];
    const hsts = async (path: string): Promise<string | null> =>
      (await site.request(`http://millwright.test${path}`)).headers.get('strict-transport-security');
    for (const path of paths) expect(await hsts(path), path).toBeNull();
    kernel.setBaseURL('https://millwright.test');
    for (const path of paths) expect(await hsts(path), path).toBe('max-age=31536000; includeSubDomains');
    kernel.setBaseURL('http://millwright.test');
  });
});

describe('what is for this machine alone', () => {
  const elsewhere: [string, Record<string, string>][] = [
    ['192.168.1.9', { host: 'localhost:4000' }],
    ['127.0.0.1', { host: 'millwright.test' }],
    ['127.0.0.1', { host: 'localhost', 'x-forwarded-for': '203.0.113.9' }],
    ['::ffff:10.0.0.9', { host: '127.0.0.1' }],
  ];

  it('answers a local connection under a local name that came through no proxy', async () => {
    const app = new Hono().get('/', (c) => c.text(String(isLocalCall(c))));
    const isLocal = async (peer: string, headers: Record<string, string>): Promise<string> =>
      (await app.request('/', { headers }, from(peer))).text();
    for (const peer of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect(await isLocal(peer, { host: 'localhost:4000' })).toBe('true');
    for (const [peer, headers] of elsewhere) expect(await isLocal(peer, headers), peer).toBe('false');
  });

  it('are captured mails', async () => {
    const site = createSite(kernel, { buildDir: '/nowhere', production: false });
    const read = async (peer: string, headers: Record<string, string>): Promise<number> =>
      (await site.request('/captured-mail', { headers }, from(peer))).status;
    expect(await read('127.0.0.1', { host: 'localhost:4000' })).toBe(200);
    for (const [peer, headers] of elsewhere) expect(await read(peer, headers), peer).toBe(404);
  });

  it('are metrics, which other machines read with the token; probes are for all', async () => {
    const ops = createOps(opsSourceOf(kernel), { metricsToken: 'a token of sixteen' });
    const read = async (path: string, peer: string, headers: Record<string, string>): Promise<number> =>
      (await ops.request(path, { headers }, from(peer))).status;
    expect(await read('/metrics', '127.0.0.1', { host: 'localhost' })).toBe(200);
    for (const [peer, headers] of elsewhere) {
      expect(await read('/metrics', peer, headers), peer).toBe(404);
      expect(await read('/livez', peer, headers), peer).toBe(200);
    }
    const bearer = (token: string) => ({ host: '10.0.0.5', authorization: `Bearer ${token}` });
    expect(await read('/metrics', '10.0.0.9', bearer('a token of sixteen'))).toBe(200);
    expect(await read('/metrics', '10.0.0.9', bearer('another token'))).toBe(404);
    const closed = createOps(opsSourceOf(kernel));
    expect((await closed.request('/metrics', { headers: bearer('undefined') }, from('10.0.0.9'))).status).toBe(404);
  });
});
