import {
  type ApiError,
  accountTab,
  type Client,
  createBrowserClient,
  createQueryClient,
  deviceKey,
  isDevicePage,
} from '@millwright/core/browser';
import { refreshAuthAccessToken } from '../../core/contracts/sign-in/auth.contract.ts';
import { forgetRights } from './session-data.ts';
import { newAddressAfter, wayInAfter } from './sign-in-path.ts';
import { SignOut } from './sign-out.ts';

/** Milliseconds between two reloads of the permissions: a screen with many refusals reloads them once. */
const pauseBetweenLooks = 15_000;

/** The query cache of this tab. */
export const queryClient = createQueryClient();

let onSignedOut = (): void => undefined;
let lookedAt = Number.NEGATIVE_INFINITY;

/** Sets the reaction to an ended session. The router is created after the client, so it is registered here later. */
export const whenSignedOut = (act: () => void): void => {
  onSignedOut = act;
};

let onConfirm = (_error: ApiError): Promise<boolean> => Promise.resolve(false);

/** Sets the dialog for calls that the server wants confirmed. It exists only after the shell is rendered. */
export const whenConfirming = (ask: (error: ApiError) => Promise<boolean>): void => {
  onConfirm = ask;
};

async function refresh(): Promise<boolean> {
  await unguarded.call(refreshAuthAccessToken, {}, { refreshes: false });
  return true;
}

/** A 403 may mean that the person's role changed, so the permissions are loaded again. */
function onError(error: ApiError): void {
  const elsewhere = newAddressAfter(error, location.pathname + location.search + location.hash);
  if (elsewhere) location.replace(elsewhere);
  if (error.status !== 403) return;
  const wayIn = location.pathname.startsWith('/auth')
    ? undefined
    : wayInAfter(error, location.pathname + location.search);
  if (wayIn) location.assign(wayIn);
  else if (error.code === 'account_required' && accountTab.get()) {
    // The person no longer belongs to this tab's account; without it the server chooses one.
    accountTab.set(null);
    location.assign('/dashboard');
  } else if (performance.now() - lookedAt > pauseBetweenLooks) {
    lookedAt = performance.now();
    forgetRights(queryClient);
  }
}

const unguarded = createBrowserClient({
  onUnauthorized: refresh,
  onSignedOut: () => onSignedOut(),
  onError,
  onConfirm: (error) => onConfirm(error),
});

/** Signs out in this browser even if the server does not answer. */
export const signOut = new SignOut(unguarded);
void signOut.resume();

/** The client of this tab: one silent refresh after a 401, then the login screen. */
export const client: Client = signOut.guard(
  () => onSignedOut(),
  () => isDevicePage() && deviceKey.get() !== null,
);

/** Renews the session. @throws ApiError 401 `signed_out` for a person who is signing out, else `session_ended` */
export const renewSession = (): Promise<unknown> => client.call(refreshAuthAccessToken, {}, { refreshes: false });

/** Called after a successful sign-in: nothing of the person before may stay in the cache. */
export function beginSession(): void {
  signOut.signedIn();
  accountTab.set(null);
  queryClient.clear();
}

/** Signs out; this browser forgets the session even if the server does not answer. */
export async function endSession(): Promise<void> {
  await signOut.begin();
  accountTab.set(null);
  queryClient.clear();
}
