import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountContext } from '../kernel/context/context.ts';
import { type CoreAccounts, openCoreAccounts } from '../testing/kernel/core-accounts.ts';
import {
  allSeries,
  claimNumber,
  claimNumbers,
  counterStates,
  nextNumber,
  nextNumbers,
  raiseCounter,
  releaseNumbers,
  seedNumbering,
} from './numbering.ts';

let test: CoreAccounts;
beforeAll(async () => {
  test = await openCoreAccounts();
});
afterAll(() => test.close());

const free = async () => false;
const next = (kind: string, key: 'a' | 'b' = 'a') => test.inAccount(key, (ctx) => nextNumber(ctx, kind));

describe('numbering', () => {
  it('begins at 1000 and counts per account and kind', async () => {
    expect([await next('k1'), await next('k1'), await next('k2')]).toEqual(['1000', '1001', '1000']);
    expect(await next('k1', 'b')).toBe('1000');
  });

  it('begins where the series says, and seeding again changes nothing', async () => {
    const series = [{ kind: 'order', label: 'Sales orders', first: 5000 }];
    await test.inAccount('a', (ctx) => seedNumbering(ctx, series));
    expect(await next('order')).toBe('5000');
    await test.inAccount('a', (ctx) => seedNumbering(ctx, series));
    expect(await next('order')).toBe('5001');
    const states = await test.inAccount('a', (ctx) => counterStates(ctx, allSeries(series)), { readOnly: true });
    expect(states.map(({ kind, next: value }) => [kind, value])).toEqual([
      ['transaction', '1000'],
      ['settlement', '1000'],
      ['order', '5002'],
      ['customer', '1000'],
      ['sscc', '1000'],
      ['production_run', '1000'],
    ]);
  });

  it('leaves no gap where a transaction rolls back', async () => {
    const first = await next('rollback');
    await expect(
      test.inAccount('a', async (ctx) => {
        await nextNumber(ctx, 'rollback');
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await next('rollback')).toBe(String(Number(first) + 1));
  });

  it('has neither gaps nor duplicates under 16 writers of whom some fail', async () => {
    const numbers = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        test
          .inAccount('a', async (ctx) => {
            const number = await nextNumber(ctx, 'parallel');
            if (index % 5 === 0) throw new Error('fails after taking');
            return number;
          })
          .catch(() => undefined),
      ),
    );
    const taken = numbers.filter((number) => number !== undefined).map(Number);
    expect(taken.sort((left, right) => left - right)).toEqual(taken.map((_, index) => 1000 + index));
  });

  it('keeps a given number and steps over it', async () => {
    const claim = (number: string) => test.inAccount('a', (ctx) => claimNumber(ctx, 'claim', number, free));
    expect(await claim('1001')).toBe('1001');
    expect(await claim('1002')).toBe('1002');
    expect(await claim('A-7')).toBe('A-7');
    expect(await claim('01000')).toBe('01000');
    expect([await next('claim'), await next('claim')]).toEqual(['1000', '1003']);
    const { rows } = await test.admin.query("select claimed from core.numbering_sequence where kind = 'claim'");
    expect(rows).toEqual([{ claimed: 0 }]);
  });

  it('refuses a number that a document has, or that another claim holds', async () => {
    const claim = (isTaken: () => Promise<boolean>) =>
      test.inAccount('a', (ctx) => claimNumber(ctx, 'claim2', '1500', isTaken));
    await expect(claim(async () => true)).rejects.toMatchObject({ code: 'number_taken', status: 409 });
    const twins = await Promise.allSettled([claim(free), claim(free)]);
    expect(twins.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('gives the claim back with the transaction', async () => {
    const failing = (ctx: AccountContext) =>
      claimNumber(ctx, 'claim3', '1000', free).then(() => Promise.reject(new Error('no')));
    await expect(test.inAccount('a', failing)).rejects.toThrow('no');
    expect(await next('claim3')).toBe('1000');
  });

  it('is raised but never lowered, and forgets claims it passes', async () => {
    await next('raise');
    await test.inAccount('a', (ctx) => claimNumber(ctx, 'raise', '1400', free));
    const raise = (value: number) => test.inAccount('a', (ctx) => raiseCounter(ctx, 'raise', 1000, value));
    await expect(raise(1000)).rejects.toMatchObject({ code: 'conflict', details: { value: 1000 } });
    await raise(2000);
    expect(await next('raise')).toBe('2000');
    const { rows } = await test.admin.query(
      "select next::int, start::int, claimed from core.numbering_sequence where kind = 'raise'",
    );
    expect(rows).toEqual([{ next: 2001, start: 2000, claimed: 0 }]);
  });
});

describe('numbers of many documents at once', () => {
  const claim = (kind: string, numbers: string[], taken: string[] = []) =>
    test.inAccount('a', (ctx) => claimNumbers(ctx, kind, numbers, async () => taken));
  const release = (kind: string, numbers: string[]) =>
    test.inAccount('a', async (ctx) => [...(await releaseNumbers(ctx, kind, numbers))]);

  it('are kept and stepped over, or all refused', async () => {
    await claim('bulk', ['1000', '1002', 'A-1', '0999', '7']);
    expect([await next('bulk'), await next('bulk')]).toEqual(['1001', '1003']);
    await expect(claim('bulk', ['1005', '1006'], ['1006'])).rejects.toMatchObject({
      code: 'number_taken',
      status: 409,
    });
    await claim('bulk', ['1005']);
    await expect(claim('bulk', ['1004', '1005'])).rejects.toMatchObject({ details: { number: '1005' } });
    expect([await next('bulk'), await next('bulk')]).toEqual(['1004', '1006']);
    const { rows } = await test.admin.query("select claimed from core.numbering_sequence where kind = 'bulk'");
    expect(rows).toEqual([{ claimed: 0 }]);
  });

  it('are taken in order, without gaps and around those that are claimed', async () => {
    const take = (count: number) => test.inAccount('a', (ctx) => nextNumbers(ctx, 'many', count));
    expect(await take(2)).toEqual(['1000', '1001']);
    await claim('many', ['1002', '1004', '1005', '1009']);
    expect(await take(3)).toEqual(['1003', '1006', '1007']);
    expect(await take(0)).toEqual([]);
    expect([await next('many'), await next('many')]).toEqual(['1008', '1010']);
    const { rows } = await test.admin.query(
      "select next::int, claimed from core.numbering_sequence where kind = 'many'",
    );
    expect(rows).toEqual([{ next: 1011, claimed: 0 }]);
    const both = await Promise.all([take(50), take(50)]);
    expect(new Set(both.flat()).size).toBe(100);
    expect(await next('many')).toBe('1111');
  });

  it('are given back unless the counter has passed them', async () => {
    await claim('release', ['1001', '1009', 'A-1', '12']);
    expect([await next('release'), await next('release')]).toEqual(['1000', '1002']);
    expect(await release('release', ['1001', '1009', 'A-1', '12'])).toEqual(['1001']);
    await claim('release', ['1009']);
    expect(await release('release', ['1009'])).toEqual([]);
    const { rows } = await test.admin.query("select claimed from core.numbering_sequence where kind = 'release'");
    expect(rows).toEqual([{ claimed: 0 }]);
    // The latest numbers of the series are given out again.
    expect([await next('release'), await next('release')]).toEqual(['1003', '1004']);
    expect(await release('release', ['1000', '1003', '1004'])).toEqual(['1000']);
    expect(await next('release')).toBe('1003');
  });
});
