import { ApiError } from '@millwright/core/browser';

/**
 * Maps a path of a refusal to the form's field: `lines.1.quantityOrdered` of the second sent line becomes the field in
 * its row of the form, which can have blank rows before it.
 */
export function formPath(path: string, values: { lines: readonly unknown[] }, first = 'productID'): string {
  const [, index, rest = ''] = /^lines\.(\d+)(?:\.(.+))?$/.exec(path) ?? [];
  if (index === undefined) return path.replace(/^(shipTo|billTo)ID$/, '$1Choice');
  const rows = values.lines.flatMap((entry, row) => (entry ? [row] : []));
  const field = rest.startsWith('quantityOrdered') ? (rest.endsWith('unitID') ? 'unitID' : 'quantity') : rest;
  return `lines.${rows[Number(index)] ?? index}.${field || first}`;
}

/** A refusal with the form's field names, so that errors appear at the right cells. */
export function withFormPaths(error: unknown, values: { lines: readonly unknown[] }, first?: string): unknown {
  if (!(error instanceof ApiError) || error.errors.length === 0) return error;
  const { message, code, status, requestID, details } = error;
  const errors = error.errors.map((entry) => ({ ...entry, path: formPath(entry.path, values, first) }));
  return new ApiError({ message, code, status, requestID, details, errors, cause: error });
}
