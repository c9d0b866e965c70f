import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listQuery, repeated } from '../contracts/endpoints/list-query.ts';
import type { CoreAccounts } from '../testing/kernel/core-accounts.ts';
import { openEvents } from './list-page-fixture.ts';
import { type ProjectionScope, projection } from './projection.ts';

let test: CoreAccounts;
beforeAll(async () => {
  const action = "case when n % 3 = 0 then 'first' when n % 3 = 1 then 'second' else 'third' end";
  test = await openEvents({ count: 30, digits: 2, perMinute: 10, action });
});
afterAll(() => test.close());

const row = z.object({ id: z.string(), action: z.string(), isEarly: z.boolean(), recordType: z.string() });
const query = listQuery({
  sortBy: ['action'],
  filters: { action: repeated(z.string()), isEarly: z.boolean().optional(), recordType: z.string().optional() },
});
const view = projection(row, {
  list: { path: '/v1/filtered-events', query },
  table: 'core.audit_event',
  computed: { isEarly: sql`(audit_event.id < 'aud_10')` },
  search: ['action'],
  filters: { recordType: (type) => sql<boolean>`audit_event.record_type <> ${type}` },
  order: ['id'],
});
const count = async (filters: Omit<z.input<typeof query>, 'take' | 'skip'>, within?: ProjectionScope) => {
  const find = await test.inAccount('a', (ctx) => view.find(ctx, query.parse({ ...filters, take: 1 }), within), {
    readOnly: true,
  });
  return find.count;
};

describe('filters of a projection', () => {
  it('compare the field of their name with a value or several, computed or not', async () => {
    expect(await count({ action: ['first'] })).toBe(10);
    expect(await count({ action: ['first', 'third'] })).toBe(20);
    expect(await count({ isEarly: true })).toBe(10);
    expect(await count({ isEarly: false, action: ['second'] })).toBe(7);
  });

  it('may be given', async () => {
    expect(await count({ recordType: 'thing' })).toBe(0);
    expect(await count({ recordType: 'other' })).toBe(30);
  });

  it('stay within the records of another, which are counted apart', async () => {
    const where = sql<boolean>`audit_event.id > 'aud_27'`;
    expect(await count({}, { where, key: 'last' })).toBe(2);
    expect(await count({})).toBe(30);
  });
});
