import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** Claims of the provider about a person. */
export interface OidcAnswer {
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
  /** Authentication methods of the sign-in: `mfa` with two factors. */
  amr?: string[];
}

export interface TestOidcProvider {
  issuer: string;
  client: { id: string; secret: string };
  /** People by subject. */
  people: Map<string, OidcAnswer>;
  /** Sets the signed-in person of the provider for browsers that open its pages. */
  seat(subject: string): void;
  /** Signs in at the provider as a browser does; returns the query of its redirect. */
  signIn(url: string, subject: string): Promise<string>;
  /** Makes its token endpoint hold all replies until the returned function is called. */
  hold(): () => void;
  /** Changes its metadata while `work` runs. */
  saying(change: Readonly<Record<string, unknown>>, work: () => Promise<void>): Promise<void>;
  /** Number of calls that are being held. */
  heldCount(): number;
  close(): Promise<void>;
}

const discovery = '/.well-known/openid-configuration';

/** An OpenID Connect provider on a free port: the certified library, with people who consent to everything. */
export async function openTestOidcProvider(redirectURI: string): Promise<TestOidcProvider> {
  const client = { id: 'millwright', secret: 'a secret of the client' };
  const people = new Map<string, OidcAnswer>();
  let subject = '';
  let handle: ReturnType<Provider['callback']> | undefined;
  let gate: Promise<void> | undefined;
  let held = 0;
  let changedMetadata: Readonly<Record<string, unknown>> | undefined;
  const server = createServer(async (request, answer) => {
    if (gate && request.url?.startsWith('/token')) {
      held += 1;
      await gate;
      held -= 1;
    }
    if (changedMetadata && request.url === discovery) {
      answer.writeHead(200, { 'content-type': 'application/json' });
      answer.end(JSON.stringify(changedMetadata));
      return;
    }
    handle?.(request, answer);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectURI],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    cookies: { keys: ['keys of cookies of a test'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) }),
  });
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/interaction/')) return next();
    const { prompt, params } = await provider.interactionDetails(ctx.req, ctx.res);
    if (prompt.name === 'login') {
      const { amr } = people.get(subject) ?? {};
      const login = { accountId: subject, ...(amr ? { amr } : {}) };
      return provider.interactionFinished(ctx.req, ctx.res, { login });
    }
    const grant = new provider.Grant({ accountId: subject, clientId: String(params['client_id']) });
    grant.addOIDCScope('openid email profile');
    return provider.interactionFinished(ctx.req, ctx.res, { consent: { grantId: await grant.save() } });
  });
  handle = provider.callback();

  const signIn = async (url: string, who: string): Promise<string> => {
    subject = who;
    const cookies = new Map<string, string>();
    let next = url;
    for (let hops = 0; hops < 10 && !next.startsWith(redirectURI); hops += 1) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(next, { headers: { cookie }, redirect: 'manual' });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const location = answer.headers.get('location');
      if (!location) throw new Error(`The provider stays at ${next}: ${await answer.text()}`);
      next = new URL(location, next).href;
    }
    return new URL(next).search;
  };
  return {
    issuer,
    client,
    people,
    seat: (who) => {
      subject = who;
    },
    signIn,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return () => {
        gate = undefined;
        resolve();
      };
    },
    saying: async (change, work) => {
      const own = (await (await fetch(`${issuer}${discovery}`)).json()) as Record<string, unknown>;
      changedMetadata = { ...own, ...change };
      await work().finally(() => {
        changedMetadata = undefined;
      });
    },
    heldCount: () => held,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
