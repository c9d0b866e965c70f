export { exchangeDue } from '../../contracts/index.ts';

/** A document as history and events name it. */
export const documentRecord = (id: string) => ({ type: 'edi_document', id });

/** A text as PostgreSQL keeps it: what it cannot hold is shown as a replacement character. */
export const printableName = (text: string): string => text.replaceAll('\u0000', '\uFFFD').toWellFormed();
