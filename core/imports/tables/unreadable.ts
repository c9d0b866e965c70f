import type { Problem } from '../../contracts/endpoints/problem.ts';
import { importProblems } from '../../contracts/work/import.contract.ts';
import { printable } from './excerpt.ts';

/** 400 `file_unreadable` with the reason at `file`. */
export function unreadable(reason: string): Problem {
  const message = printable(reason);
  return importProblems.file_unreadable({
    message: `The file cannot be read: ${message}`,
    errors: [{ path: 'file', message }],
  });
}
