import { ApiError } from '@millwright/core/browser';
import { formPath } from './order-form-values.ts';

/** A refusal with the form's own names of fields, so that it is shown at the cells that people see. */
export function withFormPaths(error: unknown, values: { lines: readonly unknown[] }, first?: string): unknown {
  if (!(error instanceof ApiError) || error.errors.length === 0) return error;
  const { message, code, status, requestID, details } = error;
  const errors = error.errors.map((entry) => ({ ...entry, path: formPath(entry.path, values, first) }));
  return new ApiError({ message, code, status, requestID, details, errors, cause: error });
}
