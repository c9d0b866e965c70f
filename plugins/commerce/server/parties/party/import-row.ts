import { emailAddress, phoneNumber, webAddress } from '@millwright/core/contracts';
import type { ImportFieldDeclaration, ParsedRow } from '@millwright/core/server';

/** A record of a file that is one row. */
export type ImportRecord = { key: string; rows: readonly ParsedRow[] };

/** Tells what is wrong with a field of a row. */
export type Fault = (field: string, message: string) => void;

export const rowOf = ({ rows: [row] }: ImportRecord): ParsedRow => row as ParsedRow;

/** What a row says in a field of text. */
export const textOf = (row: ParsedRow, field: string): string | undefined => {
  const value = row.fields[field];
  return typeof value === 'string' ? value : undefined;
};

const forms = { email: emailAddress, phone: phoneNumber, url: webAddress } as const;
type Form = keyof typeof forms;

/** A text that has to have a form; null for one that has not. */
export function formed(form: Form, text: string, field: string, fault: Fault): string | null {
  const found = forms[form].safeParse(text);
  if (found.success) return found.data;
  fault(field, found.error.issues[0]?.message ?? 'Cannot be read');
  return null;
}

/** Email, phone and web address; what is there where the row says nothing. */
export function contactsOf(
  row: ParsedRow,
  old: Record<Form, string | null>,
  fault: Fault,
): Record<Form, string | null> {
  const contact = (field: Form): string | null => {
    const text = textOf(row, field);
    if (text === undefined) return old[field];
    return formed(field, field === 'url' && !text.includes('://') ? `https://${text}` : text, field, fault);
  };
  return { email: contact('email'), phone: contact('phone'), url: contact('url') };
}

/** Columns that files of customers and of suppliers have alike. */
export const noteImportField: ImportFieldDeclaration = {
  name: 'note',
  label: 'Note',
  kind: 'note',
  synonyms: ['notes', 'comment', 'comments', 'remarks', 'memo'],
  example: '',
};
export const paymentTermImportField: ImportFieldDeclaration = {
  name: 'defaultPaymentTerm',
  label: 'Default payment term',
  kind: 'reference',
  longest: 100,
  reference: { recordType: 'payment_term', by: ['name', 'code'], canCreate: true },
  synonyms: ['payment term', 'payment terms', 'terms', 'default payment terms', 'term'],
  example: 'Net 30',
};
