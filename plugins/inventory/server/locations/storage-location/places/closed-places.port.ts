import type { AccountContext } from '@millwright/core/server';

/** The stock ledger's part when places close or open; called by the code of places, which does not know stock. */
export abstract class ClosedPlacesPort {
  /**
   * Applies the states of these places, and of the places around them, to the stock inside: it closes or opens for
   * promising and issuing, and promises that cannot be kept are taken back. The caller has written the places and
   * locked the tree.
   * @throws 409 `default_location` if the default place would be closed
   */
  abstract settle(ctx: AccountContext, ids: readonly string[]): Promise<void>;
}
