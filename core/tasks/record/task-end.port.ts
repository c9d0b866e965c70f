import type { PermissionCode } from '../../contracts/plugins/permission.ts';
import type { AccountContext } from '../../kernel/context/context.ts';

/** A task that somebody closes. */
export interface EndedTask {
  kind: string;
  record: { type: string; id: string };
}

/**
 * Implemented by each domain whose tasks stand for something else, such as a request of a customer. Closing the task
 * ends it in the same transaction, before the task is locked.
 */
export abstract class TaskEndPort {
  /** Codes of the kinds of tasks. */
  abstract readonly kinds: readonly string[];
  /** The right that ending it there takes. Without it nobody makes such a task their own, or their role's. */
  abstract readonly permission: PermissionCode;
  /**
   * Ends what the task stands for; nothing where it has ended. Whoever closes their own task, or one of their role,
   * needs no right to what it stands for (`isOwn`); all others need that right.
   * @throws Problem 403 without that right
   */
  abstract end(ctx: AccountContext, task: EndedTask, by: { isOwn: boolean }): Promise<void>;
  /**
   * The words of what somebody else has begun meanwhile, which the closed task stood for too: they get a new task. Null
   * where nothing is left. It is asked while the closed task is locked.
   */
  abstract left(ctx: AccountContext, task: EndedTask): Promise<string | null>;
}
