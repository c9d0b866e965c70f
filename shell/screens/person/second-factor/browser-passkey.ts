import { ApiError } from '@millwright/core/browser';
import type { EndpointAnswer } from '../../../../core/contracts/endpoints/endpoint.ts';
import type {
  beginPasskey,
  NewPasskeyAnswer,
  PasskeyAnswer,
  PasskeyRequest,
} from '../../../../core/contracts/sign-in/passkey.contract.ts';

const isNumbers = (name: string): boolean => /^[\d.]+$|^\[/.test(name);

/** Whether this browser supports passkeys on this page: that needs a secure connection and a host name. */
export const hasPasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !isNumbers(location.hostname);

/** Loaded on the first use of a passkey. */
const library = () => import('@simplewebauthn/browser');

/** A browser refusal as a message; the browser does not distinguish a cancelled dialog from a missing passkey. */
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

/**
 * Creates a passkey in the browser.
 * @throws ApiError with a message for people
 */
export async function makePasskey(options: EndpointAnswer<typeof beginPasskey>['options']): Promise<NewPasskeyAnswer> {
  const { startRegistration } = await library();
  try {
    // The library's type allows no property that is present and undefined.
    return (await startRegistration({ optionsJSON: options as never })) as NewPasskeyAnswer;
  } catch (error) {
    throw asRefusal(error);
  }
}

/**
 * Signs with a passkey of the browser.
 * @throws ApiError with a message for people
 */
export async function signWithPasskey(options: PasskeyRequest): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library();
  try {
    return (await startAuthentication({ optionsJSON: options })) as PasskeyAnswer;
  } catch (error) {
    throw asRefusal(error);
  }
}
