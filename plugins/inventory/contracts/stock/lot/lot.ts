import { hasCardNumber, nameFault } from '@millwright/core/contracts';

/** Length to which a number without a leading letter is padded (spec operations section 9). */
const paddedLength = 6;

/**
 * A lot number in its stored form: trimmed, and padded with zeros to six characters if it does not begin with a letter.
 * '42' and '000042' are one lot, 'A42' stays as it is. An empty text stays empty.
 */
export function lotNumber(entered: string): string {
  const text = entered.trim();
  return text === '' || /^[A-Za-z]/.test(text) ? text : text.padStart(paddedLength, '0');
}

/** The reason why a text cannot be a lot number, or undefined: a payment card scanned by mistake must not be stored. */
export const lotNumberError = (entered: string): string | undefined =>
  entered.trim() === ''
    ? 'Lot number is required'
    : hasCardNumber(entered)
      ? 'Must not be a card number'
      : nameFault(entered);
