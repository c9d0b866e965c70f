import { problems } from '../../contracts/endpoints/problem.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import type { ChangeSetAction } from './change-set-action.ts';

/** A change set action with its plugin, which must be enabled. */
interface OwnedWork {
  pluginID: string;
  work: ChangeSetAction;
}

/** All change set actions of the installation. */
export class ChangeSetRegistry {
  readonly #byAction: ReadonlyMap<string, OwnedWork>;

  /** Boot has checked that the actions are unique. */
  constructor(owned: readonly OwnedWork[]) {
    this.#byAction = new Map(owned.map((each) => [each.work.action, each]));
  }

  find(action: string): ChangeSetAction | undefined {
    return this.#byAction.get(action)?.work;
  }

  /**
   * The action, if the caller has the right.
   * @throws Problem 404 if its plugin is not installed or not enabled, 403 without the right
   */
  permitted(ctx: AccountContext, action: string): ChangeSetAction {
    const owned = this.#byAction.get(action);
    if (!owned)
      throw problems.not_found({ message: `No installed plugin knows "${action}"; it was removed from this server` });
    if (!ctx.isEnabled(owned.pluginID))
      throw problems.not_found({ message: `The plugin "${owned.pluginID}" is switched off for this account` });
    // Rows may contain records of all customers.
    if (ctx.customerID !== undefined) throw problems.forbidden();
    ctx.require(owned.work.permission);
    return owned.work;
  }
}
