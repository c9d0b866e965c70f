import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { booleanText, filterValue, integerText, listOf, listQuery, pageQuery, repeated } from './list-query.ts';

const query = listQuery({
  sortBy: ['number', 'createdAt'],
  filters: {
    statusCodes: repeated(z.enum(['issued', 'estimate'])),
    isPaid: booleanText,
    city: filterValue(z.string().max(5)),
    year: integerText(1900, 2200),
  },
});
const messages = (value: unknown) =>
  query.safeParse(value).error?.issues.map((issue) => [issue.path.join('.'), issue.message]);

describe('pageQuery', () => {
  it('has defaults, also where the text is empty', () => {
    expect(pageQuery.parse({})).toEqual({ take: 50, skip: 0 });
    expect(pageQuery.parse({ query: ' ', take: '', skip: '' })).toEqual({ query: undefined, take: 50, skip: 0 });
    expect(pageQuery.parse({ query: ' socks ', take: '500', skip: '90000' })).toEqual({
      query: 'socks',
      take: 500,
      skip: 90_000,
    });
    expect(pageQuery.parse({ take: 10 })).toEqual({ take: 10, skip: 0 });
  });

  it('refuses absurd pages', () => {
    for (const take of ['0', '-1', '501', '1.5', 'ten', '1e2', '99999999999999999999', ['1', '2'], null]) {
      expect(pageQuery.safeParse({ take }).error?.issues[0]?.message, String(take)).toBe(
        'take must be a whole number from 1 to 500',
      );
    }
    for (const skip of ['-1', 'x', '1000000001', ['0']]) {
      expect(pageQuery.safeParse({ skip }).error?.issues[0]?.message, String(skip)).toBe(
        'skip must be a whole number of at least 0',
      );
    }
    for (const text of ['a\u0000b', 'a'.repeat(201), ['a', 'b']])
      expect(pageQuery.safeParse({ query: text }).success).toBe(false);
  });
});

describe('listQuery', () => {
  it('reads texts and lists of texts', () => {
    expect(
      query.parse({
        statusCodes: 'issued',
        isPaid: 'true',
        city: 'Bonn',
        year: '2026',
        sortBy: 'number',
        sortOrder: 'desc',
      }),
    ).toEqual({
      statusCodes: ['issued'],
      isPaid: true,
      city: 'Bonn',
      year: 2026,
      sortBy: 'number',
      sortOrder: 'desc',
      take: 50,
      skip: 0,
    });
    expect(query.parse({ statusCodes: ['issued', '', 'estimate'], isPaid: 'false' })).toMatchObject({
      statusCodes: ['issued', 'estimate'],
      isPaid: false,
    });
  });

  it('takes empty texts as no filter', () => {
    const parsed = query.parse({ statusCodes: ['', ''], isPaid: '', city: '', year: '', sortBy: '', sortOrder: '' });
    expect(parsed).toEqual({ take: 50, skip: 0, sortOrder: 'asc' });
  });

  it('names the field that is wrong', () => {
    expect(messages({ statusCodes: ['issued', 'lost'] })?.[0]?.[0]).toBe('statusCodes.1');
    expect(messages({ isPaid: 'yes' })).toEqual([['isPaid', 'Must be true or false']]);
    expect(messages({ isPaid: ['true', 'false'] })).toEqual([['isPaid', 'Must be true or false']]);
    expect(messages({ sortBy: 'password' })).toEqual([['sortBy', 'sortBy must be one of number, createdAt']]);
    expect(messages({ sortOrder: 'up' })).toEqual([['sortOrder', 'sortOrder must be asc or desc']]);
    expect(messages({ year: '1' })).toEqual([['year', 'Must be a whole number from 1900 to 2200']]);
    expect(messages({ unknown: '1' })?.[0]?.[1]).toContain('unknown');
    expect(messages({ statusCodes: Array.from({ length: 501 }, () => 'issued') })?.[0]?.[1]).toBe(
      'Must have at most 500 values',
    );
  });

  it('types what clients send and handlers get', () => {
    expectTypeOf<z.output<typeof query>['statusCodes']>().toEqualTypeOf<('issued' | 'estimate')[] | undefined>();
    expectTypeOf<z.output<typeof query>['take']>().toEqualTypeOf<number>();
    expectTypeOf<z.output<typeof query>['sortBy']>().toEqualTypeOf<'number' | 'createdAt' | undefined>();
    expectTypeOf<z.output<typeof query>['isPaid']>().toEqualTypeOf<boolean | undefined>();
    const sent: z.input<typeof query> = { isPaid: true, statusCodes: ['issued'], take: 20 };
    expect(query.parse(sent)).toMatchObject({ isPaid: true, take: 20 });
  });

  it('describes itself for the reference', () => {
    const described = z.toJSONSchema(query, { io: 'input' });
    expect(described.additionalProperties).toBe(false);
    expect(described.required ?? []).toEqual([]);
    expect(described.properties).toMatchObject({
      statusCodes: { type: 'array', items: { enum: ['issued', 'estimate'] } },
      isPaid: { type: 'boolean' },
      take: { type: 'integer', minimum: 1, maximum: 500, default: 50 },
      sortBy: { enum: ['number', 'createdAt'] },
    });
  });
});

describe('listOf', () => {
  it('is items and count', () => {
    const list = listOf(z.object({ id: z.string() }));
    expect(list.parse({ items: [{ id: 'a' }], count: 7 })).toEqual({ items: [{ id: 'a' }], count: 7 });
    expect(list.safeParse({ items: [], count: -1 }).success).toBe(false);
  });
});
