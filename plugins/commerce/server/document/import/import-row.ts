import { emailAddress, phoneNumber } from '@millwright/core/contracts';
import type { ParsedRow } from '@millwright/core/server';

/** An import record that consists of one row. */
export type ImportRecord = { key: string; rows: readonly ParsedRow[] };

/** Reports an error of a row's field. */
export type Fault = (field: string, message: string) => void;

export const rowOf = ({ rows: [row] }: ImportRecord): ParsedRow => row as ParsedRow;

/** The text of a row's field. */
export const textOf = (row: ParsedRow, field: string): string | undefined => {
  const value = row.fields[field];
  return typeof value === 'string' ? value : undefined;
};

const forms = { email: emailAddress, phone: phoneNumber } as const;
type Form = keyof typeof forms;

/** A validated text; null for an invalid one. */
export function formed(form: Form, text: string, field: string, fault: Fault): string | null {
  const found = forms[form].safeParse(text);
  if (found.success) return found.data;
  fault(field, found.error.issues[0]?.message ?? 'Cannot be read');
  return null;
}

/** Column names of a customer's or supplier's texts; `whose` are prefixes. */
export const partyTextsInFiles = (whose: readonly string[]) => {
  const headingsOf = (what: string): string[] => whose.map((word) => `${word} ${what}`);
  return {
    email: {
      longest: 254,
      synonyms: ['e mail', 'email address', ...headingsOf('email'), 'contact email', 'main email', 'order email'],
      example: 'orders@northfield.example',
    },
    phone: {
      longest: 40,
      synonyms: [
        'phone number',
        'telephone',
        'telephone number',
        ...headingsOf('phone'),
        'contact phone',
        'main phone',
      ],
      example: '+1 218 555 0100',
    },
    url: {
      longest: 2000,
      synonyms: ['web address', 'web site', 'web', 'homepage', 'www', 'web page', 'purchasing web service url'],
      description: 'https:// is put before what has none.',
      example: 'https://northfield.example',
    },
    note: { synonyms: ['notes', 'comment', 'comments', 'remarks', 'memo'] },
  };
};
