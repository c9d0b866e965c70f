import { type EndpointRequest, newID, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  changesOf,
  indexRecord,
  nextNumber,
  sql,
  touched,
  unindexRecord,
} from '@millwright/core/server';
import {
  type createProductionRun,
  listBatches,
  listProductionRuns,
  type PlannedBatch,
  type ProductionRun as ProductionRunReply,
  productionRunProblems,
  type updateProductionRun,
} from '../../contracts/index.ts';
import { shareFlow } from '../making/flow-links.ts';
import type { BatchPlanner } from './orders/batch-planner.ts';
import type { RunPromises } from './orders/run-promises.ts';
import { ProductionRun } from './production-run.entity.ts';
import { runView } from './production-run.queries.ts';

type CreateBody = EndpointRequest<typeof createProductionRun>['body'];
type UpdateBody = EndpointRequest<typeof updateProductionRun>['body'];

const type = 'production_run';
const facts = ['dueAt', 'responsibleUser', 'notes', 'orders', 'batchCount'] as const;
const factsOf = ({ dueAt, responsibleUser, notes, orders, batchCount }: ProductionRunReply) => ({
  dueAt,
  responsibleUser: responsibleUser?.name ?? null,
  notes,
  orders: orders.map(({ number }) => number).join(', '),
  batchCount,
});

/** Runs and their planned batches. */
export class ProductionRunService {
  readonly #planner: BatchPlanner;
  readonly #promises: RunPromises;

  constructor(planner: BatchPlanner, promises: RunPromises) {
    this.#planner = planner;
    this.#promises = promises;
  }

  async create(ctx: AccountContext, body: CreateBody): Promise<ProductionRunReply> {
    const run = await this.add(ctx, body);
    return this.#written(ctx, run.id);
  }

  /** Creates a run without indexing it for search yet. */
  async add(
    ctx: AccountContext,
    { responsibleUserID = null, dueAt = null, notes = null }: CreateBody,
    id = newID('run'),
  ) {
    await refuseUnknownPerson(ctx, responsibleUserID);
    const number = await nextNumber(ctx, type);
    const run = ctx.em.create(ProductionRun, { id, number, dueAt, notes, responsibleUserID, bill: [] });
    audit(ctx, { record: { type, id: run.id }, action: 'created' });
    await ctx.em.flush();
    return run;
  }

  async update(ctx: AccountContext, id: string, { version, ...fields }: UpdateBody): Promise<ProductionRunReply> {
    const run = await this.locked(ctx, id);
    ctx.em.expectVersion(run, version);
    await refuseUnknownPerson(ctx, fields.responsibleUserID);
    const before = await runView.byID(ctx, id);
    ctx.em.assign(run, fields);
    await ctx.em.flush();
    if (fields.dueAt !== undefined && fields.dueAt !== before.dueAt) await this.#promises.updateRunPromises(ctx, run);
    return this.#written(ctx, id, before);
  }

  /** Deletes a run without scans; its number is not reused. */
  async remove(ctx: AccountContext, id: string): Promise<{ orderIDs: string[] }> {
    const run = await this.locked(ctx, id);
    if (run.startedAt) throw productionRunProblems.run_started();
    const query = ctx.em.query();
    await sql`delete from production.batch where account_id = ${ctx.account.id} and run_id = ${id}`.execute(query);
    const { rows } = await sql<{ orderID: string }>`delete from production.production_run_order
      where account_id = ${ctx.account.id} and run_id = ${id} returning order_id as "orderID"`.execute(query);
    Object.assign(run, { deletedAt: ctx.clock.now(), responsibleUserID: null, notes: null, dueAt: null });
    audit(ctx, { record: { type, id }, action: 'deleted', note: run.number });
    await ctx.em.flush();
    await this.#promises.releaseRun(ctx, run);
    await unindexRecord(ctx, type, id);
    touched(ctx, listProductionRuns, listBatches);
    return { orderIDs: rows.map(({ orderID }) => orderID) };
  }

  /** Replaces the planned batches; started ones stay. */
  async plan(ctx: AccountContext, id: string, wanted: readonly PlannedBatch[]): Promise<void> {
    await shareFlow(ctx);
    const run = await this.locked(ctx, id);
    const before = await runView.byID(ctx, id);
    await this.#planner.replace(ctx, run, wanted);
    await this.#promises.updateRunPromises(ctx, run);
    await this.#written(ctx, id, before);
    touched(ctx, listProductionRuns, listBatches);
  }

  /** The run, locked until the transaction ends; 404 for a deleted one. */
  async locked(ctx: AccountContext, id: string): Promise<ProductionRun> {
    const run = await ctx.em.getForUpdate(ProductionRun, id);
    if (run.deletedAt) throw problems.not_found();
    return run;
  }

  /** Writes history, search entry and list changes of a run. */
  async #written(ctx: AccountContext, id: string, before?: ProductionRunReply): Promise<ProductionRunReply> {
    const run = await runView.byID(ctx, id);
    const changes = before ? changesOf(factsOf(before), factsOf(run), [...facts]) : [];
    if (changes.length) audit(ctx, { record: { type, id }, action: 'updated', changes });
    await ctx.em.flush();
    // Search terms are not among the fields of a change, so they are compared here.
    if (before && before.skus.join() === run.skus.join() && before.number === run.number) {
      if (changes.length) touched(ctx, listProductionRuns, listBatches);
      return run;
    }
    await indexRecord(ctx, {
      type,
      id,
      title: run.number,
      subtitle: run.skus.join(', '),
      text: run.orders.map(({ number }) => number).join(' '),
    });
    touched(ctx, listProductionRuns, listBatches);
    return run;
  }

  /** The same for callers that wrote a run themselves. */
  settled(ctx: AccountContext, id: string): Promise<ProductionRunReply> {
    return this.#written(ctx, id);
  }
}

async function refuseUnknownPerson(ctx: AccountContext, id: string | null | undefined): Promise<void> {
  if (!id) return;
  const { rows } = await sql`select id from core.v_members where account_id = ${ctx.account.id} and id = ${id}
    and customer_id is null and removed_at is null`.execute(ctx.em.query());
  if (!rows.length)
    throw problems.invalid_input({
      errors: [{ path: 'responsibleUserID', message: 'There is no such person in the team' }],
    });
}
