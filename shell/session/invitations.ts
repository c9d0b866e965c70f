import { useEndpoint } from '@millwright/core/browser';
import { type Invitation, listMyInvitations } from '../../core/contracts/accounts/invitation.contract.ts';

/** Milliseconds between two checks for new invitations. */
const lookedAfter = 300_000;

/** The person's open invitations; empty while they load. */
export function useInvitations(): { items: readonly Invitation[] } {
  return useEndpoint(listMyInvitations, {}, { staleTime: lookedAfter }).data ?? { items: [] };
}
