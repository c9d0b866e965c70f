import { problems } from '../contracts/problem.ts';
import type { AccountContext } from '../kernel/context.ts';
import type { ChangeSetWork } from './change-set-work.ts';

/** A kind of work and the plugin whose switch decides whether it may run. */
interface OwnedWork {
  pluginID: string;
  work: ChangeSetWork;
}

/** Every kind of work of the installation. */
export class ChangeSetRegistry {
  readonly #byAction: ReadonlyMap<string, OwnedWork>;

  /** Actions are unique: boot has checked it. */
  constructor(owned: readonly OwnedWork[]) {
    this.#byAction = new Map(owned.map((each) => [each.work.action, each]));
  }

  find(action: string): ChangeSetWork | undefined {
    return this.#byAction.get(action)?.work;
  }

  /**
   * The work, if the caller may do it.
   * @throws Problem 404 where its plugin is not installed or not enabled, 403 without the right
   */
  permitted(ctx: AccountContext, action: string): ChangeSetWork {
    const owned = this.#byAction.get(action);
    if (!owned)
      throw problems.not_found({ message: `No installed plugin knows "${action}"; it was removed from this server` });
    if (!ctx.isEnabled(owned.pluginID))
      throw problems.not_found({ message: `The plugin "${owned.pluginID}" is switched off for this account` });
    // Rows show records of all customers.
    if (ctx.customerID !== undefined) throw problems.forbidden();
    ctx.require(owned.work.permission);
    return owned.work;
  }
}
