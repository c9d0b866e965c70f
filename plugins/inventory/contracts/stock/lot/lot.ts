import { hasCardNumber } from '@millwright/core/contracts';

/** Digits that a number which begins with no letter is padded to (spec operations section 9). */
const paddedLength = 6;

/**
 * A lot number as it is stored: without spaces around it, and padded with zeros to six characters where it begins with
 * no letter. '42' and '000042' are one lot, 'A42' stays as it is. An empty text stays empty.
 */
export function lotNumber(entered: string): string {
  const text = entered.trim();
  return text === '' || /^[A-Za-z]/.test(text) ? text : text.padStart(paddedLength, '0');
}

/** Why a text cannot be a lot number, or undefined: whoever scans a payment card by mistake must not store it. */
export const lotNumberError = (entered: string): string | undefined =>
  entered.trim() === '' ? 'Lot number is required' : hasCardNumber(entered) ? 'Must not be a card number' : undefined;
