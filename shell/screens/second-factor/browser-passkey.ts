import { ApiError } from '@millwright/core/browser';
import type { EndpointAnswer } from '../../../core/contracts/endpoint.ts';
import type {
  beginPasskey,
  NewPasskeyAnswer,
  PasskeyAnswer,
  PasskeyRequest,
} from '../../../core/contracts/passkey.contract.ts';

const isNumbers = (name: string): boolean => /^[\d.]+$|^\[/.test(name);

/** Whether this browser has passkeys for this page: it came over a safe connection, from a name. */
export const hasPasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !isNumbers(location.hostname);

/** Loaded when somebody uses a passkey: who does not pays nothing for it. */
const library = () => import('@simplewebauthn/browser');

/** What the browser refuses, in words; it does not tell a cancelled dialog from one that found nothing. */
function asRefusal(error: unknown): ApiError {
  const name = error instanceof Error ? error.name : '';
  const message =
    name === 'InvalidStateError'
      ? 'This device has a passkey for you already'
      : name === 'SecurityError'
        ? 'Passkeys do not work at this address of the installation'
        : 'The browser gave no passkey; try again, or go on another way';
  return new ApiError({ message, code: 'passkey_refused', status: 400, requestID: '' });
}

/** Lets the browser make a passkey. @throws ApiError in words for people */
export async function makePasskey(options: EndpointAnswer<typeof beginPasskey>['options']): Promise<NewPasskeyAnswer> {
  const { startRegistration } = await library();
  try {
    return (await startRegistration({ optionsJSON: options as never })) as NewPasskeyAnswer;
  } catch (error) {
    throw asRefusal(error);
  }
}

/** Lets the browser sign with a passkey. @throws ApiError in words for people */
export async function signWithPasskey(options: PasskeyRequest): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library();
  try {
    return (await startAuthentication({ optionsJSON: options as never })) as PasskeyAnswer;
  } catch (error) {
    throw asRefusal(error);
  }
}
