/** Sort key of a document number: digits are padded, so that 999 comes before 1000; other texts stay unchanged. */
export const numberKey = (number: string): string => (/^\d{1,20}$/.test(number) ? number.padStart(20, '0') : number);
