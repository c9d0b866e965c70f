import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { sql } from 'kysely';
import { newID } from '../../contracts/texts/id.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { offeredWidgets } from '../../keys/publishable-key.ts';
import { PublishableKey } from '../../permissions/publishable-key.entity.ts';
import type { Kernel } from '../boot.ts';
import type { Registry } from '../registry/registry.ts';

const demoKeyName = 'Demo page';

/**
 * Creates the key of `/widgets/demo` in a demo account, unless it has or had one; changes that a person has made stay.
 */
export async function createDemoKey(ctx: AccountContext, registry: Registry): Promise<void> {
  const widgets = offeredWidgets(ctx, registry).map(({ name }) => name);
  const accountID = ctx.account.id;
  if (!widgets.length || (await ctx.em.findOne(PublishableKey, { accountID, name: demoKeyName }))) return;
  ctx.em.create(PublishableKey, {
    id: newID('pk'),
    name: demoKeyName,
    // Pages of the installation may use every key; these origins are for a developer's own page.
    origins: ['http://localhost:3000', 'http://localhost:8080'],
    widgets,
    createdByName: ctx.actor.name,
  });
  await ctx.em.flush();
}

interface DemoKey {
  id: string;
  locale: string;
  accountName: string;
  widgets: string[];
}

const html = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

type DemoKernel = Pick<Kernel, 'database' | 'registry' | 'tenancy'>;

/** `/widgets/demo`: the widgets of the demo accounts on one page, like on a customer's site. Not for production. */
export function widgetDemo(kernel: DemoKernel): Hono {
  const app = new Hono();
  app.get('/', async (c) => {
    const keys = await kernel.database.runAsAuth({ accountID: '', readOnly: true }, async (em) => {
      const { rows } = await sql<DemoKey>`select key.id, account.name as "accountName", account.locale, key.widgets
        from core.publishable_key key join core.account account on account.id = key.account_id
        where key.name = ${demoKeyName} and key.revoked_at is null and key.expires_at is null
        order by account.name`.execute(em.getKysely());
      return rows;
    });
    const nonce = randomBytes(16).toString('base64');
    c.header(
      'content-security-policy',
      `default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'nonce-${nonce}'; base-uri 'none'; ` +
        `form-action 'none'; frame-ancestors 'none'`,
    );
    c.header('cache-control', 'no-store');
    return c.html(page(kernel, keys, nonce));
  });
  return app;
}

/** HTML that a site includes for a widget. */
const snippetOf = (origin: string, name: string, key: string): string =>
  `<script async src="${origin}/widgets/v1/loader.js"></script>

<millwright-${name} publishable-key="${key}">
  <a href="${origin}">Ask us instead</a>
</millwright-${name}>`;

function page({ registry, tenancy }: DemoKernel, keys: readonly DemoKey[], nonce: string): string {
  const { origin } = new URL(tenancy.baseURL);
  const titles = new Map(
    registry.plugins.flatMap(({ definition }) => definition.widgets ?? []).map(({ name, title }) => [name, title]),
  );
  const sections = keys.map(({ id, accountName, locale, widgets }, index) => {
    const dark = index % 2 ? ', dark' : '';
    const elements = widgets
      .filter((name) => titles.has(name))
      .map(
        (name) => `<h3>${html(titles.get(name) ?? name)}</h3>
<millwright-${name} publishable-key="${html(id)}"${dark && ' theme="dark"'}>
  <p>This needs scripts.</p>
</millwright-${name}>
<details>
  <summary>How to embed it</summary>
  <pre tabindex="0"><code>${html(snippetOf(origin, name, id))}</code></pre>
</details>`,
      );
    return `<section lang="${html(locale)}"><h2>${html(accountName)}${dark}</h2>${elements.join('\n')}</section>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Widgets</title>
<style nonce="${nonce}">
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
body { font: 16px/1.5 Georgia, serif; color: #222; background: #f4efe6 }
h3 { margin: 2rem 0 .5rem }
pre { overflow-x: auto; padding: .75rem; font-size: 13px; background: #fff; border: 1px solid #d8cfbf }
</style>
<script async src="/widgets/v1/loader.js"></script>
</head>
<body>
<main>
<h1>Widgets on a customer’s site</h1>
<p>
  This page has what a customer’s page would have: one script, and the elements with the publishable key of an
  account. Pages of this installation may use every key; a page of your own has to be on the key’s list of sites:
  http://localhost:3000 and http://localhost:8080 are, to try it.
</p>
<p>
  For an order to look up or to pay, sign in to the back office and open an issued one: its number, and the postcode it
  ships to, or the amount of it. To order, sign in as customer@demo.test: the code is in the mail, which the back office
  keeps in its email log. Cards are a practice here, no money moves.
</p>
${sections.join('\n') || '<p>There is no demo account with the key “Demo page”.</p>'}
</main>
</body>
</html>
`;
}
