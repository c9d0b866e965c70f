import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AnyEndpoint, endpoint } from '../../../contracts/endpoints/endpoint.ts';
import { problems } from '../../../contracts/endpoints/problem.ts';
import { sql } from '../../../database/tenant-entity-manager.ts';
import type { AccountContext } from '../../../kernel/context/context.ts';
import { definePlugin } from '../../../kernel/plugin/define-plugin.ts';
import { route } from '../../../kernel/route.ts';
import { ownRecords } from '../../calls/own-records.ts';
import { createEntry } from '../../kernel/ledger/ledger.contract.ts';
import { LedgerEntry } from '../../kernel/ledger/ledger.entity.ts';
import { ledgerPlugin } from '../../kernel/ledger/ledger.plugin.ts';
import { lookedInto, type PopulatedKernel } from '../../kernel/populated-kernel.ts';
import { bootTestKernel } from '../../kernel/test-kernel.ts';
import { replyBeside, staleRefusal } from '../writes/stale-refusal.ts';
import { rightsTrial } from './rights-trial.ts';

const action = (name: string) =>
  endpoint({
    name,
    method: 'POST',
    path: `/v1/x/ledger/entries/{entryID}/actions/${name}`,
    permission: 'ledger_entries:update',
    summary: 'Ends an entry.',
    body: z.strictObject({ isForced: z.boolean().default(false), version: z.int().optional() }),
    reply: z.object({ title: z.string() }),
  });

const second = 'ledger_entries:delete';
const close = async (ctx: AccountContext, entryID: string) => {
  const entry = await ctx.em.getForUpdate(LedgerEntry, entryID);
  ctx.em.assign(entry, { title: `${entry.title} (closed)` });
  await ctx.em.flush();
  return { title: entry.title };
};

/** A correct endpoint. */
const closeEntry = action('closeEntry');
/** An endpoint without the second right and the version check. */
const dropEntry = action('dropEntry');
/** An endpoint that checks the version before its record is locked. */
const rushEntry = action('rushEntry');
/** An endpoint whose refusal does not name the missing right. */
const hideEntry = action('hideEntry');

const tills = definePlugin({
  ...ledgerPlugin,
  routes: (services) => [
    ...(ledgerPlugin.routes?.(services) ?? []),
    route(closeEntry, async (ctx, { params, body }) => {
      ctx.em.expectVersion(await ctx.em.getForUpdate(LedgerEntry, params.entryID), body.version);
      if (body.isForced) ctx.require(second);
      return close(ctx, params.entryID);
    }),
    route(dropEntry, (ctx, { params }) => close(ctx, params.entryID)),
    route(rushEntry, async (ctx, { params, body }) => {
      const entry = await ctx.em.get(LedgerEntry, params.entryID);
      ctx.em.expectVersion(entry, body.version);
      await sql`update ledger.entry set title = title || ' (closed)', version = version + 1
        where account_id = ${ctx.account.id} and id = ${params.entryID}`.execute(ctx.em.query());
      return { title: entry.title };
    }),
    route(hideEntry, async (ctx, { params }) => {
      if (!ctx.can(second)) throw problems.forbidden();
      return close(ctx, params.entryID);
    }),
  ],
});

let kernel: PopulatedKernel;
beforeAll(async () => {
  const booted = await bootTestKernel({ why: 'routes that break a rule on purpose', plugins: [tills] });
  await (await booted.a.as('admin')).call(createEntry, { body: { title: 'First' } });
  kernel = await lookedInto(booted);
});
afterAll(() => kernel?.stop());

describe('the matrix of rights', () => {
  it('finds a handler that has lost a right, or refuses without a word', async () => {
    const trial = await rightsTrial(kernel);
    const known = { requires: [second] };
    expect(await trial.faultsOf(closeEntry, known)).toEqual([]);
    expect(await trial.faultsOf(closeEntry)).toEqual([`closeEntry requires ${second} too`]);
    expect(await trial.faultsOf(dropEntry, known)).toEqual([`dropEntry does not require ${second} any more`]);
    expect(await trial.faultsOf(hideEntry, known)).toEqual([
      `hideEntry does not require ${second} any more`,
      `hideEntry looks at ${second} too`,
    ]);
    trial.end();
  });
});

describe('the matrix of versions', () => {
  it('finds an action that does not look at the version', async () => {
    const own = ownRecords(kernel);
    const { refusal } = await staleRefusal(own, closeEntry, kernel.ownIDs);
    expect(refusal).toMatchObject({ status: 409, code: 'stale_version' });
    const { refusal: none } = await staleRefusal(own, dropEntry, kernel.ownIDs);
    expect(none).toMatchObject({ title: 'First (closed)' });
  });

  it('finds an action that looks at the version before it waits for its record', async () => {
    const own = ownRecords(kernel);
    const beside = async (ended: AnyEndpoint) => {
      const { refusal, call } = await staleRefusal(own, ended, kernel.ownIDs);
      expect(refusal).toMatchObject({ code: 'stale_version' });
      return call && (await replyBeside(kernel, ended, call, own.send));
    };
    const refused = { status: 409, body: { code: 'stale_version' } };
    expect(await beside(closeEntry)).toMatchObject({ reply: refused, isOverwritten: false });
    expect(await beside(rushEntry)).toMatchObject({ reply: { status: 200 }, isOverwritten: true });
  });
});
