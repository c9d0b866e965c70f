import { useEndpoint } from '@millwright/core/browser';
import { type Invitation, listMyInvitations } from '../core/contracts/invitation.contract.ts';

/** Milliseconds between two looks for new invitations. */
const lookedAfter = 300_000;

/** The invitations that wait for the person; none while they load. */
export function useInvitations(): { items: readonly Invitation[] } {
  return useEndpoint(listMyInvitations, {}, { staleTime: lookedAfter }).data ?? { items: [] };
}
