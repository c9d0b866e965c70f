export { exchangeDue } from '../../contracts/index.ts';

/** A document in history and events. */
export const documentRecord = (id: string) => ({ type: 'edi_document', id });

/** A text for PostgreSQL: NUL becomes a replacement character. */
export const printableName = (text: string): string => text.replaceAll('\u0000', '\uFFFD').toWellFormed();
