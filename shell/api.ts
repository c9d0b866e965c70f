import {
  type ApiError,
  accountTab,
  type Client,
  createBrowserClient,
  createQueryClient,
  deviceKey,
  isDevicePage,
} from '@millwright/core/browser';
import { refreshAuthAccessToken } from '../core/contracts/auth.contract.ts';
import { forgetRights } from './session-data.ts';
import { wayInAfter } from './sign-in-path.ts';
import { SignOut } from './sign-out.ts';

/** Milliseconds between two looks at the rights: a screen full of refusals asks once. */
const pauseBetweenLooks = 15_000;

/** The query cache of this tab. */
export const queryClient = createQueryClient();

let onSignedOut = (): void => undefined;
let lookedAt = Number.NEGATIVE_INFINITY;

/** Says what to do when the session has ended: the router is made later than the client. */
export const whenSignedOut = (act: () => void): void => {
  onSignedOut = act;
};

let onConfirm = (_error: ApiError): Promise<boolean> => Promise.resolve(false);

/** Says how a person is asked about what the server wants confirmed: the dialog is there once the shell is drawn. */
export const whenConfirming = (ask: (error: ApiError) => Promise<boolean>): void => {
  onConfirm = ask;
};

async function refresh(): Promise<boolean> {
  await unguarded.call(refreshAuthAccessToken, {}, { refreshes: false });
  return true;
}

/** A changed role shows as a refusal: what is known of the rights is asked for again. */
function onError(error: ApiError): void {
  if (error.status !== 403) return;
  const wayIn = location.pathname.startsWith('/auth')
    ? undefined
    : wayInAfter(error, location.pathname + location.search);
  if (wayIn) location.assign(wayIn);
  else if (error.code === 'account_required' && accountTab.get()) {
    // This tab's account is not ours any more; the server's choice is.
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

/** Signing out in this browser, also where the server does not answer. */
export const signOut = new SignOut(unguarded);
void signOut.resume();

/** The client of this tab: one silent refresh after a 401, then the login screen. */
export const client: Client = signOut.guard(
  () => onSignedOut(),
  () => isDevicePage() && deviceKey.get() !== null,
);

/** A sign-in has succeeded: whoever was here before has left nothing for this person. */
export function beginSession(): void {
  signOut.signedIn();
  accountTab.set(null);
  queryClient.clear();
}

/** Signs out; the session is gone from this browser all the same where the server does not answer. */
export async function endSession(): Promise<void> {
  await signOut.begin();
  accountTab.set(null);
  queryClient.clear();
}
