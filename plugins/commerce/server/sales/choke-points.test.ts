import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../../..');

interface ChokePoint {
  /** The operation that only `files` may contain. */
  of: RegExp;
  files: Readonly<Record<string, string>>;
  /** Other ways to write the operation that the pattern has to find. */
  canaries: readonly string[];
  /** Similar text that the pattern must not match. */
  harmless: readonly string[];
}

const server = 'plugins/commerce/server';

const points: Record<string, ChokePoint> = {
  'writes payment pages': {
    of: new RegExp(
      [
        String.raw`(?:insert into|update|delete from)\s+"?commerce"?\."?checkout_session`,
        String.raw`(?:create|insert|write)\(\s*(?:'commerce\.checkout_session'|CheckoutSession\b)`,
      ].join('|'),
    ),
    files: {
      [`${server}/billing/card-payment/card-payment.service.ts`]: 'opens them, behind mayBePaid and closePages',
      [`${server}/document/payable/close-pages.ts`]: 'closes them',
    },
    canaries: [
      "ctx.em.create(CheckoutSession, { status: 'open' });",
      "await ctx.em.insert('commerce.checkout_session', rows);",
      "sql`update commerce.checkout_session set status = 'open'`",
      'sql`insert into commerce.checkout_session (id) values (1)`',
    ],
    harmless: ['sql`select from commerce.checkout_session page`', "table: 'commerce.checkout_session',"],
  },
  'promises stock to orders': {
    of: /(?:\bstock|\bStockPort\)?)\.reserve\(/i,
    files: { 'plugins/commerce/server/sales/sales-order/status/order-promises.ts': 'asks mayOrder before' },
    canaries: ['await this.#stock.reserve(ctx, documents);', 'services.get(StockPort).reserve(ctx, []);'],
    harmless: ['line.reserved', 'promises.updatePromises(ctx, [id]);'],
  },
};

const files = globSync('plugins/commerce/{server,cli}/**/*.{ts,tsx}', { cwd: root }).filter(
  (path) => !/\.(test|night|soak|bench|e2e)\.tsx?$|-states?\.ts$|-fixture\.tsx?$|\/migrations\//.test(path),
);

describe.each(Object.entries(points))('who %s', (_, { of, files: allowed, canaries, harmless }) => {
  it('is seen', () => {
    expect(canaries.filter((source) => !of.test(source))).toEqual([]);
    expect(harmless.filter((source) => of.test(source))).toEqual([]);
  });

  it('is listed here', () => {
    const found = files.filter((path) => of.test(readFileSync(resolve(root, path), 'utf8')));
    expect(found.sort()).toEqual(Object.keys(allowed).sort());
  });
});
