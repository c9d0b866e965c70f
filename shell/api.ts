import { type ApiError, accountTab, type Client, createBrowserClient, createQueryClient } from '@millwright/core/browser';
import { refreshAuthAccessToken } from '../core/contracts/auth.contract.ts';
import { forgetRights } from './session-data.ts';

/** The query cache of this tab; emptied when somebody else signs in. */
export const queryClient = createQueryClient();

let onSignedOut = (): void => undefined;

/** Says what to do when the session has ended: the router is made later than the client. */
export const whenSignedOut = (act: () => void): void => {
  onSignedOut = act;
};

async function refresh(): Promise<boolean> {
  await client.call(refreshAuthAccessToken, {}, { refreshes: false });
  return true;
}

/** A changed role shows as a refusal; what is known of the rights is asked for again. */
function onError(error: ApiError): void {
  if (error.status !== 403) return;
  if (error.code === 'account_required') accountTab.set(null);
  forgetRights(queryClient);
}

/** The client of this tab: one silent refresh after a 401, then the login screen. */
export const client: Client = createBrowserClient({
  onUnauthorized: refresh,
  onSignedOut: () => onSignedOut(),
  onError,
});
