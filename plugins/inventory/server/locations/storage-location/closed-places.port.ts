import type { AccountContext } from '@millwright/core/server';

/** What stock does when places close or open: asked by places, answered by stock, which knows them. */
export abstract class ClosedPlacesPort {
  /**
   * Closes or opens for promising and issuing what lies in these places and all inside them, as they and the places
   * around them say; promises that cannot be kept any more are taken back. The caller has written the places and holds
   * the tree.
   * @throws 409 `default_location` where the default place would be closed
   */
  abstract settle(ctx: AccountContext, ids: readonly string[]): Promise<void>;
}
