import { importProblems } from '../contracts/import.contract.ts';
import type { Problem } from '../contracts/problem.ts';

/** 400 `file_unreadable` with the reason at `file`. */
export const unreadable = (reason: string): Problem =>
  importProblems.file_unreadable({
    message: `The file cannot be read: ${reason}`,
    errors: [{ path: 'file', message: reason }],
  });
