import type { z } from 'zod';
import { problems } from '../../contracts/endpoints/problem.ts';
import { newID } from '../../contracts/texts/id.ts';
import { changeSetStates } from '../../contracts/work/change-set.contract.ts';
import type { EventSubscription } from '../../events/event-registry.ts';
import { queues } from '../../jobs/queue/queue.ts';
import { toProblem } from '../../kernel/problems/problem-response.ts';
import type { AccountIdentity } from '../../tenancy/access/access.ts';
import { runInAccount } from '../../tenancy/accounts/account-transaction.ts';
import type { Tenancy } from '../../tenancy/tenancy.ts';
import { ChangeSet } from '../change-set.entity.ts';
import { enqueue } from '../change-sets.service.ts';
import { changeSetAdvanced } from './change-set-event.ts';
import type { ChangeSetRegistry } from './change-set-registry.ts';
import { advance, fail } from './change-set-steps.ts';
import { touchedChangeSets } from './touched-change-sets.ts';

type Delivery = z.output<typeof changeSetAdvanced.payload>;

/**
 * Milliseconds after which a delivery passes the set on, so that sets of other accounts get their turn and a shutdown
 * is not delayed.
 */
const sliceTime = 3000;

/** Milliseconds per transaction. People see the progress after each, and other transactions wait for its locks. */
const transactionTime = 1000;

/** The acting identity with its current rights. */
const identityOf = ({ type, id, name }: ChangeSet['runAs']): AccountIdentity =>
  type === 'user'
    ? { type, userID: id }
    : type === 'api_key'
      ? { type, keyID: id }
      : { type: 'system', actor: { type: 'system', id, name } };

/** Runs sets that are too large for a call: some chunks in each of many transactions. */
export class ChangeSetRunner {
  readonly #tenancy: Tenancy;
  readonly #works: ChangeSetRegistry;
  readonly #transactionTime: number;

  constructor(parts: { tenancy: Tenancy; works: ChangeSetRegistry; transactionTime?: number }) {
    this.#tenancy = parts.tenancy;
    this.#works = parts.works;
    this.#transactionTime = parts.transactionTime ?? transactionTime;
  }

  /** The subscription that delivers the work, on a queue of its own so that other events need not wait. */
  subscription(): EventSubscription {
    return {
      event: changeSetAdvanced,
      name: 'core.advance-change-set',
      queue: queues.changeSet,
      runOutside: (accountID, payload) => this.run(accountID, payload as Delivery),
    };
  }

  /**
   * Handles one delivery. A repeated one continues after the last chunk: chunk and progress are written in one
   * transaction with a lock on the set, so a concurrent process waits and then finds the chunk done.
   * @throws transient errors, such as a lost connection or a lock, which the queue tries again. Any other error stops
   * the set with a reason.
   */
  async run(accountID: string, { changeSetID, slice }: Delivery): Promise<void> {
    const end = performance.now() + sliceTime;
    const set = await runInAccount(this.#tenancy, { accountID, identity: { type: 'system' }, readOnly: true }, (ctx) =>
      ctx.em.findOne(ChangeSet, { accountID, id: changeSetID }),
    );
    if (!set || set.slice !== slice) return;
    try {
      for (let outcome = 'more'; outcome === 'more'; ) outcome = await this.#chunk(accountID, set, slice, end);
    } catch (error) {
      const problem = toProblem(error);
      if (problem.retryAfter !== undefined) throw error;
      this.#tenancy.log.warn({ err: error, changeSetID }, 'change set stopped');
      await this.#stop(accountID, changeSetID, slice, reasonOf(problem));
    }
  }

  #chunk(
    accountID: string,
    { id, runAs, requestID }: Pick<ChangeSet, 'id' | 'runAs' | 'requestID'>,
    slice: number,
    end: number,
  ): Promise<'more' | 'done'> {
    const call = { accountID, identity: identityOf(runAs), call: { requestID } };
    return runInAccount(this.#tenancy, call, async (ctx) => {
      const set = (await ctx.em.getForUpdate(ChangeSet, id)) as ChangeSet;
      const isWorking = changeSetStates.is.working(set.status);
      if (set.slice !== slice || !isWorking) return 'done';
      const over = Math.min(end, performance.now() + this.#transactionTime);
      const isOver = (): boolean => performance.now() >= over;
      const outcome = await advance(ctx, set, this.#works.permitted(ctx, set.action), isOver);
      touchedChangeSets(ctx);
      if (outcome === 'done' || performance.now() < end) return outcome;
      await enqueue(ctx, set);
      return 'done';
    });
  }

  async #stop(accountID: string, id: string, slice: number, reason: string): Promise<void> {
    const call = { accountID, identity: { type: 'system' as const }, call: { requestID: newID('req') } };
    await runInAccount(this.#tenancy, call, async (ctx) => {
      const set = (await ctx.em.getForUpdate(ChangeSet, id)) as ChangeSet;
      if (set.slice !== slice) return;
      fail(set, reason);
      touchedChangeSets(ctx);
      await ctx.em.flush();
    });
  }
}

/** The reason for people why the set has stopped. */
function reasonOf(problem: ReturnType<typeof toProblem>): string {
  if (problem.code === problems.account_required().code)
    return 'Whoever started it is no longer a member of this account, or the API key is revoked';
  if (problem.status === 500) return 'Something went wrong on our side; nothing of this step was written. Try again.';
  const [first] = problem.errors;
  return first ? `${problem.message}: ${[first.path, first.message].filter(Boolean).join(': ')}` : problem.message;
}
