import { createPublishableKey } from '@millwright/core/contracts';
import { Client } from 'pg';
import { expect } from 'vitest';
import type { OrderFixture } from '../../sales/sales-order/record/sales-order-fixture.ts';

export const site = 'https://shop.example';
export const otherSite = 'https://second.example';

/** Options of a widget call. */
export interface Sent {
  method?: string;
  body?: unknown;
  token?: string;
  origin?: string;
  publishableKey?: string;
}

/** Result of a sign-in step: a token, or a request for the second factor. */
export interface WidgetStep {
  state?: string;
  token?: string;
  challenge?: string;
  methods?: string[];
  setUpURL?: string;
  setUp?: { until: string; url: string } | null;
}

interface Answer<T> {
  status: number;
  headers: Headers;
  body: T & { code?: string };
}

/** The widgets of an account on two sites with different origins. */
export interface ShopWidget {
  key: string;
  db: Client;
  call<T = Record<string, unknown>>(path: string, sent?: Sent): Promise<Answer<T>>;
  /** Mailed sign-in codes, the newest first. */
  codes(): Promise<{ recipients: string[]; props: { code: string; site: string } }[]>;
  /** Requests a code and sends it back. */
  signIn(email: string, sent?: Sent): Promise<Answer<WidgetStep>>;
  close(): Promise<void>;
}

/** Sets up the shopping widgets with an API key of the fixture's account. */
export async function openShopWidget({ admin, kernel }: OrderFixture): Promise<ShopWidget> {
  const named = { name: 'Shop', origins: [site, otherSite], widgets: ['catalogue', 'quick-order'] };
  const { id: key } = await admin.call(createPublishableKey, { body: named });
  const db = new Client({ connectionString: kernel.db.adminUrl });
  await db.connect();
  const call: ShopWidget['call'] = async <T>(path: string, sent: Sent = {}) => {
    const { body, token, origin = site, publishableKey = key, method = body === undefined ? 'GET' : 'POST' } = sent;
    const response = await kernel.anonymous().fetch(`/v1/widgets/${publishableKey}/${path}`, {
      method,
      headers: {
        origin,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = (text ? JSON.parse(text) : undefined) as T & { code?: string };
    return { status: response.status, headers: response.headers, body: answer };
  };
  const codes: ShopWidget['codes'] = async () =>
    (
      await db.query(
        `select recipients, props from core.email_log where template = 'commerce.widget-code' and account_id = $1
          order by id desc`,
        [kernel.a.id],
      )
    ).rows;
  return {
    key,
    db,
    call,
    codes,
    signIn: async (email, sent) => {
      const asked = await call<{ signInID: string }>('sign-in', { ...sent, body: { email } });
      expect(asked.status).toBe(201);
      const code = (await codes())[0]?.props.code;
      return call<WidgetStep>('sign-in/confirm', { ...sent, body: { signInID: asked.body.signInID, code } });
    },
    close: () => db.end(),
  };
}
