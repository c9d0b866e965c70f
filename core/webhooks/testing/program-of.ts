import type { Client, ClientOptions } from '../../contracts/client.ts';
import { permissionVerbs } from '../../contracts/plugins/permission.ts';
import { createApiKey } from '../../contracts/sign-in/api-key.contract.ts';
import { type TestKernel, testBaseURL } from '../../testing/kernel/test-kernel.ts';

/**
 * The client of a program with a key of its own for webhooks and the ledger. Sessions end while the clock is moved; a
 * key does not.
 */
export async function programOf(admin: Client, kernel: Pick<TestKernel, 'api'>): Promise<ClientOptions> {
  const scopes = ['webhooks', 'ledger_entries'].flatMap((domain) => permissionVerbs.map((verb) => `${domain}:${verb}`));
  const { id, secret } = await admin.call(createApiKey, { body: { name: 'Program', scopes } });
  return {
    baseURL: testBaseURL,
    fetch: (url, init) => kernel.api.request(url, init as RequestInit) as Promise<Response>,
    headers: () => ({ 'x-api-key': id, 'x-auth-secret': secret }),
  };
}
