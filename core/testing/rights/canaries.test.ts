import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../contracts/endpoint.ts';
import { problems } from '../../contracts/problem.ts';
import type { AccountContext } from '../../kernel/context.ts';
import { definePlugin } from '../../kernel/plugin.ts';
import { route } from '../../kernel/route.ts';
import { createEntry } from '../ledger/ledger.contract.ts';
import { LedgerEntry } from '../ledger/ledger.entity.ts';
import { ledgerPlugin } from '../ledger/ledger.plugin.ts';
import { ownRecords } from '../own-records.ts';
import { lookedInto, type PopulatedKernel } from '../populated-kernel.ts';
import { staleRefusal } from '../stale-refusal.ts';
import { bootTestKernel } from '../test-kernel.ts';
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

/** Closes as it should be. */
const closeEntry = action('closeEntry');
/** Forgets the second right and the version. */
const dropEntry = action('dropEntry');
/** Refuses without saying what is missing. */
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
});
