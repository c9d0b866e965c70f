import { hash } from 'node:crypto';
import type { RowChange } from './change-set-work.ts';

/**
 * Digest of what a row changes, by the JSON that is stored of it. A row of an import has a dozen changes, and before it is written
 * they are compared with those that were shown: reading them back for that took a tenth of the whole import.
 */
export const digestOf = (changes: readonly RowChange[]): string => digestOfText(JSON.stringify(changes));

/** The same of the JSON. */
export const digestOfText = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22);
