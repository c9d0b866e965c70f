import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountContext } from '../../kernel/context/context.ts';
import { type CoreAccounts, openCoreAccounts } from '../../testing/kernel/core-accounts.ts';

let test: CoreAccounts;
beforeAll(async () => {
  test = await openCoreAccounts();
});
afterAll(() => test.close());

const event = (id: string, more: object = {}) => ({
  id,
  record_type: 'thing',
  record_id: 'x',
  action: 'made',
  actor_type: 'system',
  actor_id: '',
  actor_name: '',
  ip: '',
  request_id: '',
  changes: [],
  occurred_at: new Date(0),
  ...more,
});
const insert = (ctx: AccountContext, ...rows: object[]) => ctx.em.insert('core.audit_event', rows);
const namesOf = async (ids: readonly string[]) =>
  (
    await test.admin.query<{ name: string }>(
      'select actor_name as name from core.audit_event where id = any($1) order by id',
      [ids],
    )
  ).rows.map(({ name }) => name);

describe('rows that nobody waits for', () => {
  it('are written with the account, whatever stands in their texts', async () => {
    const texts = ["O'Neil \\ \\u0041", '{"a": ["ü€😀"]}', 'half \ud83d character', '\\ud83d'];
    await test.inAccount('a', (ctx) =>
      insert(ctx, ...texts.map((actor_name, index) => event(`aud_text${index}`, { actor_name }))),
    );
    expect(await namesOf(texts.map((_, index) => `aud_text${index}`))).toEqual(
      texts.map((text) => text.toWellFormed()),
    );
  });

  it('are written as they are, whatever they have in common', async () => {
    const rows = [
      { actor_name: 'one', note: null, changes: [{ field: 'a', from: null, to: 1 }] },
      { actor_name: 'one', note: 'only here', changes: [] },
      { actor_name: 'one', note: null, changes: [] },
    ];
    await test.inAccount('a', (ctx) => insert(ctx, ...rows.map((row, index) => event(`aud_common${index}`, row))));
    const { rows: written } = await test.admin.query(
      "select actor_name, note, changes from core.audit_event where id like 'aud_common%' order by id",
    );
    expect(written).toEqual(rows);
  });

  it('are written at the end when they were appended, the last of a key, or earlier for who asks', async () => {
    await test.inAccount('a', async (ctx) => {
      const count = async () =>
        (await sql`select from core.audit_event where id like 'aud_appended%'`.execute(ctx.em.query())).rows.length;
      ctx.em.append('core.audit_event', event('aud_appended1', { actor_name: 'first' }), { key: 'one' });
      ctx.em.append('core.audit_event', event('aud_appended1', { actor_name: 'second' }), { key: 'one' });
      await ctx.em.flush();
      expect(await count()).toBe(0);
      await ctx.em.writeAppended();
      expect(await count()).toBe(1);
      ctx.em.append('core.audit_event', event('aud_appended2', { actor_name: 'late' }));
      ctx.em.append('core.audit_event', event('aud_appended3', { actor_name: 'taken back' }), { key: 'three' });
      ctx.em.forget('core.audit_event', ['three']);
    });
    expect(await namesOf(['aud_appended1', 'aud_appended2', 'aud_appended3'])).toEqual(['second', 'late']);
  });

  it('are appended at the end by work that asks for more work, which runs too, once for each name', async () => {
    await test.inAccount('a', async (ctx) => {
      const told: string[] = [];
      const append = (name: string, next?: () => void) =>
        ctx.em.atEnd(name, async () => {
          told.push(name);
          next?.();
          ctx.em.append('core.audit_event', event(`aud_ending${told.length}`, { actor_name: name }));
        });
      append('a');
      append('a');
      append('b', () => {
        append('a', () => append('c'));
        append('b');
      });
    });
    const ids = Array.from({ length: 6 }, (_, at) => `aud_ending${at + 1}`);
    expect(await namesOf(ids)).toEqual(['a', 'b', 'a', 'b', 'c']);
  });

  it('go in one statement with what else waits, whose parts count', async () => {
    const set = (next: number) => sql`update core.numbering_sequence set next = ${next}
      where account_id = ${test.accounts.a} and kind = 'part'`;
    await test.inAccount('a', async (ctx) => {
      await sql`insert into core.numbering_sequence (account_id, kind, next, start, claimed, updated_at)
        values (${test.accounts.a}, 'part', 1, 1, 0, now())`.execute(ctx.em.query());
      await insert(ctx, event('aud_part', { actor_name: 'part' }));
      await ctx.em.write('core.numbering_sequence', set(2), 1);
      await ctx.em.write('core.numbering_sequence', set(3), 1);
      const { rows } = await sql<{ next: string }>`select next::text as next from core.numbering_sequence
        where account_id = ${test.accounts.a} and kind = 'part'`.execute(ctx.em.query());
      expect(rows).toEqual([{ next: '3' }]);
    });
    await expect(
      test.inAccount('a', async (ctx) => {
        await insert(ctx, event('aud_uncounted'));
        await ctx.em.write('core.numbering_sequence', set(4), 2);
      }),
    ).rejects.toThrow('instead of');
    expect(await namesOf(['aud_part', 'aud_uncounted'])).toEqual(['part']);
  });

  it('fail the next statement with what is wrong with them', async () => {
    const seen: unknown[] = [];
    await expect(
      test.inAccount('a', async (ctx) => {
        await insert(ctx, event('aud_wrong', { actor_type: 'nobody' }));
        seen.push('sent');
        await sql`select 1`.execute(ctx.em.query());
        seen.push('not reached');
      }),
    ).rejects.toMatchObject({ code: '23514', constraint: 'audit_event_actor' });
    expect(seen).toEqual(['sent']);
  });

  it('fail the commit where no statement follows, and nothing is written', async () => {
    await test.inAccount('a', (ctx) => insert(ctx, event('aud_twice')));
    await expect(
      test.inAccount('a', async (ctx) => {
        ctx.em.append('core.audit_event', event('aud_undone', { actor_name: 'undone' }));
        await ctx.em.flush();
        await insert(ctx, event('aud_twice'));
      }),
    ).rejects.toMatchObject({ code: '23505' });
    expect(await namesOf(['aud_undone'])).toEqual([]);
    // The failed insert leaves the connection usable.
    for (let turn = 0; turn < 12; turn += 1)
      await test.inAccount('a', async (ctx) => {
        await sql`select 1`.execute(ctx.em.query());
      });
  });

  it('cannot be given to another account', async () => {
    await expect(
      test.inAccount('a', (ctx) => insert(ctx, { ...event('aud_foreign'), account_id: test.accounts.b })),
    ).rejects.toMatchObject({ code: '42501' });
    expect(await namesOf(['aud_foreign'])).toEqual([]);
  });
});
