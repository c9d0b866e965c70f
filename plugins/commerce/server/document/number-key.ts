/** The number of a document as it sorts: digits padded, so that 999 comes before 1000; else as it is written. */
export const numberKey = (number: string): string => (/^\d{1,20}$/.test(number) ? number.padStart(20, '0') : number);
