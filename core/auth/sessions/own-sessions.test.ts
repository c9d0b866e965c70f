import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MySession } from '../../contracts/sign-in/auth.contract.ts';
import { dayLength } from '../../contracts/texts/date.ts';
import { bootAuthFixture, codeOf, password } from '../auth-fixture.ts';

let auth: Awaited<ReturnType<typeof bootAuthFixture>>;
beforeAll(async () => {
  auth = await bootAuthFixture();
});
afterAll(() => auth.stop());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
  'Version/18.0 Mobile/15E148 Safari/604.1';

const login = (browser: ReturnType<typeof auth.browser>, email: string, userAgent: string) =>
  browser.send('POST', '/auth/actions/login', { identifier: email, password }, { 'user-agent': userAgent });

const sessionsOf = async (browser: ReturnType<typeof auth.browser>): Promise<MySession[]> => {
  const answer = await browser.send<{ items: MySession[]; count: number }>('GET', '/v1/me/sessions');
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.body.count).toBe(answer.body.items.length);
  return answer.body.items;
};

describe('own sign-ins', () => {
  it('are listed with device, address and last use, this one first', async () => {
    const { email } = await auth.registered();
    const desk = auth.browser('198.51.100.7');
    const phone = auth.browser('198.51.100.8');
    await login(desk, email, firefox);
    await login(phone, email, iphone);
    auth.clock.advance(300_000);
    await desk.send('POST', '/auth/access-tokens');
    const seen = await sessionsOf(phone);
    expect(seen.map(({ device, ip, isCurrent }) => [device, ip, isCurrent])).toEqual([
      ['Safari on iPhone', '198.51.100.8', true],
      ['Firefox on Linux', '198.51.100.7', false],
      ['Unknown device', expect.any(String), false],
    ]);
    const [own, other] = seen;
    expect(Date.parse(other?.lastUsedAt ?? '') - Date.parse(own?.lastUsedAt ?? '')).toBe(300_000);
    expect(JSON.stringify(seen)).not.toMatch(/token|hash/i);
  });

  it('end one by one: the other device is out at once, this one stays', async () => {
    const { browser: desk, email, id } = await auth.registered();
    const phone = auth.browser();
    await login(phone, email, iphone);
    const other = (await sessionsOf(desk)).find(({ isCurrent }) => !isCurrent);
    expect((await desk.send('DELETE', `/v1/me/sessions/${other?.id}`)).status).toBe(204);
    expect((await phone.send('GET', '/v1/me')).status).toBe(401);
    expect((await phone.send('POST', '/auth/access-tokens')).status).toBe(401);
    expect((await sessionsOf(desk)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
    expect(await auth.eventsOf(id)).toContain('signed_out');
    // An ended session cannot be ended again.
    expect(codeOf(await desk.send('DELETE', `/v1/me/sessions/${other?.id}`))).toBe('not_found');
  });

  it('that one ends from itself signs out and clears the cookies', async () => {
    const { browser } = await auth.registered();
    const [own] = await sessionsOf(browser);
    expect((await browser.send('DELETE', `/v1/me/sessions/${own?.id}`)).status).toBe(204);
    expect([...browser.cookies.keys()]).toEqual(['dv']);
  });

  it('end all but this one', async () => {
    const { browser: desk, email } = await auth.registered();
    const others = [auth.browser(), auth.browser()];
    for (const each of others) await login(each, email, iphone);
    expect((await desk.send('POST', '/v1/me/sessions/actions/end-others')).body).toEqual({ ended: 2 });
    for (const each of others) expect((await each.send('GET', '/v1/me')).status).toBe(401);
    expect((await desk.send('GET', '/v1/me')).status).toBe(200);
    expect((await desk.send('POST', '/v1/me/sessions/actions/end-others')).body).toEqual({ ended: 0 });
  });

  it('are nobody else’s to see or to end', async () => {
    const { browser: mine } = await auth.registered();
    const { browser: theirs } = await auth.registered();
    const [foreign] = await sessionsOf(theirs);
    expect((await sessionsOf(mine)).map(({ id }) => id)).not.toContain(foreign?.id);
    expect((await mine.send('DELETE', `/v1/me/sessions/${foreign?.id}`)).status).toBe(404);
    expect((await mine.send('POST', '/v1/me/sessions/actions/end-others')).body).toEqual({ ended: 0 });
    expect((await theirs.send('GET', '/v1/me')).status).toBe(200);
    expect((await auth.browser().send('GET', '/v1/me/sessions')).status).toBe(401);
  });

  it('that are over are not shown', async () => {
    const { browser, email } = await auth.registered();
    const phone = auth.browser();
    await login(phone, email, iphone);
    auth.clock.advance(31 * dayLength);
    await login(browser, email, firefox);
    expect((await sessionsOf(browser)).map(({ device }) => device)).toEqual(['Firefox on Linux']);
  });
});
