import { listen, stopListening } from '../../http/serve.ts';
import { type TestKernel, type TestPerson, testPassword } from './test-kernel.ts';

/** A kernel that listens on a real socket. */
export interface ServedKernel {
  /** Signs in over the socket; the returned function sends requests with the cookies of that session. */
  signIn(person: TestPerson, accountID: string): Promise<TestPerson['fetch']>;
  close(): Promise<void>;
}

/** Serves a kernel on a free port of 127.0.0.1, for tests with many concurrent connections. */
export async function serveKernel(kernel: TestKernel): Promise<ServedKernel> {
  const web = await listen(kernel.api.fetch, { host: '127.0.0.1', port: 0, setting: 'PORT', wasSet: false });
  const url = `http://127.0.0.1:${web.port}`;
  kernel.setBaseURL(url);
  return {
    async signIn({ email }, accountID) {
      const login = await fetch(`${url}/auth/actions/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ identifier: email, password: testPassword }),
      });
      if (!login.ok) throw new Error(`The sign-in of ${email} failed: ${await login.text()}`);
      const cookie = login.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
      return (path, init = {}) => {
        const headers = new Headers(init.headers);
        headers.set('cookie', cookie.join('; '));
        headers.set('account-id', accountID);
        return fetch(`${url}${path}`, { ...init, headers });
      };
    },
    close: () => stopListening(web, 0),
  };
}
