/** GS1 check digit (SSCC, GTIN), also used in VICS numbers: weights 3 and 1 from the right. */
export function gs1CheckDigit(digits: string): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1)
    sum += Number(digits[digits.length - 1 - index]) * (index % 2 === 0 ? 3 : 1);
  return String((10 - (sum % 10)) % 10);
}

/** Whether the last digit is the check digit of the digits before it. */
export const hasGS1CheckDigit = (digits: string): boolean =>
  /^\d{2,}$/.test(digits) && gs1CheckDigit(digits.slice(0, -1)) === digits.slice(-1);

/**
 * The SSCC of a serial number: extension digit, company prefix, serial and check digit, 18 digits. When the serials of
 * an extension digit are used up, the next digit is used.
 */
export function ssccOf(companyPrefix: string, serial: bigint): string {
  const digits = 16 - companyPrefix.length;
  const text = String(serial);
  const extension = text.length > digits ? text.slice(0, -digits) : '0';
  if (extension.length > 1) throw new RangeError(`No serial shipping container codes are left for ${companyPrefix}`);
  const body = `${extension}${companyPrefix}${text.slice(-digits).padStart(digits, '0')}`;
  return `${body}${gs1CheckDigit(body)}`;
}

/** The 17 digits of a VICS bill of lading: company prefix, serial, check digit. */
export function vicsBillOfLading(companyPrefix: string, serial: string): string {
  const digits = 16 - companyPrefix.length;
  const body = `${companyPrefix}${serial.replaceAll(/\D/g, '').slice(-digits).padStart(digits, '0')}`;
  return `${body}${gs1CheckDigit(body)}`;
}
