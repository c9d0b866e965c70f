import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import { Hono } from 'hono';
import { type RawBuilder, sql } from 'kysely';
import { createSite } from '../../core/boot/site.ts';
import { type Listening, listen, stopListening } from '../../core/http/serve.ts';
import { PublishableKeyService } from '../../core/keys/publishable-key.ts';
import { runInAccount } from '../../core/tenancy/accounts/account-transaction.ts';
import { platformAudience, platformPlugins } from '../../core/testing/kernel/platform-plugins.ts';
import { bootTestKernel, type TestKernel } from '../../core/testing/kernel/test-kernel.ts';
import { widgetsConfig } from '../../rspack.config.ts';

/** A demo order that visitors can find. */
export interface KnownOrder {
  number: string;
  postalCode: string;
  email: string;
}

/** The platform on one port with freshly built widgets, and a customer's site on another. */
export interface WidgetSite {
  kernel: TestKernel;
  /** Origin of the platform. */
  url: string;
  /** Origin of the customer's site. */
  shop: string;
  order: KnownOrder;
  /** Allows only the platform's scripts and calls. */
  strictPolicy: string;
  /** A publishable key of a demo account, by default for the customer's site and the order status widget. */
  key(account: 'northfield' | 'harbor', parts?: { origins?: string[]; widgets?: string[] }): Promise<string>;
  /** Sets the page and the policy of the customer's site at `/`. */
  show(body: string, options?: { policy?: string; head?: string }): void;
  /** A key for all widgets of the demo account on the customer's site. */
  openKey(): Promise<string>;
  /** The latest code mailed to an address. */
  codeOf(email: string): Promise<string>;
  /** Rows of the demo account, read with system rights. */
  rows<Row>(statement: (accountID: string) => RawBuilder<Row>): Promise<Row[]>;
  /** Signs everybody out of the widgets. */
  endSessions(): Promise<void>;
  /** Resets the limit of failed attempts. */
  forgetTries(): Promise<void>;
  close(): Promise<void>;
}

const build = (folder: string): Promise<void> =>
  new Promise((done, failed) => {
    const compiler = rspack(widgetsConfig(folder, { cache: false }));
    compiler.run((error, stats) => {
      const fault = error ?? (stats?.hasErrors() ? new Error(stats.toString({ preset: 'errors-only' })) : undefined);
      compiler.close((closing) => ((fault ?? closing) ? failed(fault ?? closing) : done()));
    });
  });

const serve = (app: { fetch(request: Request): Response | Promise<Response> }): Promise<Listening> =>
  listen((request) => app.fetch(request), {
    host: '127.0.0.1',
    port: 0,
    setting: 'PORT',
    wasSet: false,
  });

/** Builds the widgets and opens both sites. */
export async function openWidgetSite(): Promise<WidgetSite> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-widgets-'));
  await build(folder);
  const kernel = await bootTestKernel({
    why: 'a site of its own, with the demo',
    plugins: await platformPlugins(),
    audience: platformAudience(),
    demo: true,
    realTime: true,
  });
  const platform = createSite(kernel, { buildDir: folder, production: false });
  const listening = await serve(platform);
  const url = `http://127.0.0.1:${listening.port}`;
  kernel.setBaseURL(url);

  let page = { body: '', head: '', policy: '' };
  const app = new Hono();
  app.get('/', (c) => {
    if (page.policy) c.header('content-security-policy', page.policy);
    return c.html(
      '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
        `<title>Shop</title>${page.head}</head><body>${page.body}</body></html>`,
    );
  });
  app.get('/hostile.css', (c) => c.body(hostile, 200, { 'content-type': 'text/css' }));
  const shopListening = await serve(app);
  const shop = `http://127.0.0.1:${shopListening.port}`;

  const accountID = async (slug: string): Promise<string> =>
    kernel.database.runAsAuth({ accountID: '', readOnly: true }, async (em) => {
      const { rows } = await sql<{ id: string }>`select id from core.account where slug = ${slug}`.execute(
        em.getKysely(),
      );
      return rows[0]?.id ?? '';
    });
  const keys = new PublishableKeyService(kernel.registry);
  let made = 0;
  const northfield = await accountID('northfield');
  const rows = async <Row>(statement: (id: string) => RawBuilder<Row>): Promise<Row[]> =>
    runInAccount(
      kernel.tenancy,
      { accountID: northfield, identity: { type: 'system' } },
      async (ctx) => (await statement(northfield).execute(ctx.em.query())).rows,
    );
  const key: WidgetSite['key'] = async (account, parts) => {
    made += 1;
    const call = { accountID: await accountID(account), identity: { type: 'system' as const } };
    const input = { name: `Shop ${made}`, origins: [shop], widgets: ['order-status'], ...parts };
    return (await runInAccount(kernel.tenancy, call, (ctx) => keys.create(ctx, input))).id;
  };
  const names = kernel.registry.plugins.flatMap(({ definition }) => definition.widgets ?? []).map(({ name }) => name);
  return {
    openKey: () => key('northfield', { widgets: names }),
    codeOf: async (email) => {
      const [mail] = await rows(
        (id) =>
          sql<{ code: string }>`select props ->> 'code' as code from core.email_log
          where account_id = ${id} and ${email} = any(recipients) and props ->> 'code' is not null
          order by created_at desc limit 1`,
      );
      return mail?.code ?? '';
    },
    rows,
    kernel,
    url,
    shop,
    strictPolicy: [
      `default-src 'none'; script-src ${url}; connect-src ${url}`,
      "require-trusted-types-for 'script'; trusted-types 'none'",
    ].join('; '),
    order: await runInAccount(
      kernel.tenancy,
      { accountID: await accountID('northfield'), identity: { type: 'system' } },
      async (ctx) => {
        const { rows } =
          await sql<KnownOrder>`select sales_order.number, ship_to ->> 'postalCode' as "postalCode", customer.email
          from commerce.sales_order
          join commerce.customer
            on customer.account_id = sales_order.account_id and customer.id = sales_order.customer_id
          where sales_order.account_id = ${ctx.account.id} and sales_order.status = 'fulfilled'
            and ship_to ->> 'postalCode' <> ''
            and customer.email is not null and promised_at is not null and line_count between 2 and 5
          order by sales_order.number limit 1`.execute(ctx.em.query());
        if (!rows[0]) throw new Error('The demo has no order for visitors');
        return rows[0];
      },
    ),
    key,
    show: (body, { policy = '', head = '' } = {}) => {
      page = { body, head, policy };
    },
    endSessions: async () => {
      await rows((id) => sql`delete from core.widget_session where account_id = ${id}`);
    },
    forgetTries: () =>
      kernel.database.runAsAuth({ accountID: '' }, async (em) => {
        await sql`delete from core.rate_limit`.execute(em.getKysely());
      }),
    close: async () => {
      await Promise.all([listening, shopListening].map((each) => stopListening(each, 0)));
      await kernel.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Style sheet of a customer's site that affects everything on the page. */
const hostile = `
  html { font-size: 40px; }
  * { letter-spacing: 8px !important; text-transform: uppercase !important; line-height: 3 !important;
    color: #f0f !important; font-family: fantasy !important; box-sizing: content-box !important; text-align: right;
    visibility: inherit; }
  div, section, form, input, button, p, h2, h3, label, table { background: lime !important;
    border: 9px dotted red !important; padding: 40px !important; margin: 40px !important; float: left !important;
    width: 90px !important; display: inline !important; }
  input, button { display: none !important; }
  :focus { outline: none !important; }
`;
