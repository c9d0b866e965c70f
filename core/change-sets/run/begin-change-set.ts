import { problems } from '../../contracts/endpoints/problem.ts';
import { newID } from '../../contracts/texts/id.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { ChangeSet, type ChangeSetPhase } from '../change-set.entity.ts';
import { noCounts } from '../rows/change-set-row.queries.ts';
import type { ChangeSetAction, WorkOptions } from './change-set-action.ts';
import { touchedChangeSets } from './touched-change-sets.ts';

/** A new set of the caller without rows; the next flush writes it. */
export function newChangeSet(
  ctx: AccountContext,
  work: ChangeSetAction,
  parts: { title: string; options?: WorkOptions; isDirect: boolean },
): ChangeSet {
  ctx.require(work.permission);
  const { type, id, name } = ctx.actor;
  if (type === 'anonymous' || ctx.customerID !== undefined) throw problems.forbidden();
  touchedChangeSets(ctx);
  return ctx.em.create(ChangeSet, {
    id: newID('chs'),
    action: work.action,
    title: parts.title,
    recordType: work.recordType,
    options: { ...parts.options },
    status: 'staging',
    isDirect: parts.isDirect,
    names: [],
    counts: noCounts,
    createdByType: type,
    createdByID: id,
    createdByName: name,
    runAs: { type, id, name },
    requestID: ctx.requestID,
  });
}

/** Begins a phase on behalf of the caller. */
export function beginPhase(ctx: AccountContext, set: ChangeSet, phase: ChangeSetPhase, total: number): void {
  const { type, id, name } = ctx.actor;
  ctx.em.assign(set, {
    status: phase,
    done: 0,
    total,
    phaseStartedAt: ctx.clock.now(),
    failure: null,
    failedIn: null,
    runAs: { type, id, name },
    requestID: ctx.requestID,
  });
  touchedChangeSets(ctx);
}
