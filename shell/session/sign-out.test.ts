import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getCurrentUser } from '../../core/contracts/accounts/me.contract.ts';
import { ApiError, type Client } from '../../core/contracts/client.ts';
import type { EndpointAnswer } from '../../core/contracts/endpoints/endpoint.ts';
import { loginUser, refreshAuthAccessToken, revokeRefreshToken } from '../../core/contracts/sign-in/auth.contract.ts';
import { SignOut } from './sign-out.ts';

const stored = new Map<string, string>();
const kept = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
};

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', kept);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A server that records its calls and refuses sign-outs until it is back. */
function server() {
  const asked: string[] = [];
  const at = { isBack: false };
  const client: Client = {
    call: async (endpoint) => {
      asked.push(endpoint.name);
      if (endpoint === revokeRefreshToken && !at.isBack)
        throw new ApiError({ message: 'Lost', code: 'network_error', status: 0 });
      return {} as EndpointAnswer<typeof endpoint>;
    },
  };
  return { asked, at, client };
}

it('sends nothing that a session answers until the server has confirmed it, and asks again by itself', async () => {
  const { asked, at, client } = server();
  const signOut = new SignOut(client, 1);
  const onSignedOut = vi.fn();
  const guarded = signOut.guard(onSignedOut);
  await guarded.call(getCurrentUser, {});
  await signOut.begin();
  expect(signOut.isPending()).toBe(true);
  for (const endpoint of [getCurrentUser, refreshAuthAccessToken])
    await expect(guarded.call(endpoint, {})).rejects.toMatchObject({ status: 401, code: 'signed_out' });
  expect(onSignedOut).toHaveBeenCalledTimes(2);
  await signOut.guard(onSignedOut, () => true).call(getCurrentUser, {});
  at.isBack = true;
  await expect.poll(signOut.isPending).toBe(false);
  await guarded.call(getCurrentUser, {});
  expect(asked.filter((name) => name !== revokeRefreshToken.name)).toEqual([
    'getCurrentUser',
    'getCurrentUser',
    'getCurrentUser',
  ]);
});

it('is kept for the next page, and for one whose browser keeps nothing', async () => {
  const { at, client } = server();
  await new SignOut(client, 1_000_000).begin();
  const next = new SignOut(client);
  expect(next.isPending()).toBe(true);
  at.isBack = true;
  await next.resume();
  expect(next.isPending()).toBe(false);

  vi.stubGlobal('localStorage', undefined);
  at.isBack = false;
  const blocked = new SignOut(client, 1_000_000);
  await blocked.begin();
  expect(blocked.isPending()).toBe(true);
});

it('ends with the next sign-in, and asks for nothing while one is under way', async () => {
  const { asked, client } = server();
  const signOut = new SignOut(client, 1_000_000);
  const heard = vi.fn();
  signOut.subscribe(heard);
  await signOut.begin();
  await signOut.guard(() => {}).call(loginUser, { body: { identifier: 'a', password: 'b' } });
  signOut.signedIn();
  expect(signOut.isPending()).toBe(false);
  await signOut.resume();
  expect(asked).toEqual([revokeRefreshToken.name, loginUser.name]);
  expect(heard).toHaveBeenCalledTimes(2);
});
