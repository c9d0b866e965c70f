import type { PermissionCode } from '../contracts/plugins/permission.ts';

/** A check of a right in a call, with its result. */
export interface AskedRight {
  endpoint: string;
  right: PermissionCode;
  isGranted: boolean;
  /** Whether the call is refused without the right; otherwise it only behaves differently. */
  isRequired: boolean;
}

const listeners = new Set<(right: AskedRight) => void>();

/**
 * Reports every check of a right to a listener, for tests. Returns a function that ends this. A server has no
 * listeners.
 */
export function hearAskedRights(listener: (right: AskedRight) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Reports a check of a right. Checks outside of a call (no endpoint) are not reported, because nobody is refused. */
export function noteAskedRight(
  endpoint: string | undefined,
  right: PermissionCode,
  isGranted: boolean,
  isRequired: boolean,
): void {
  if (!listeners.size || endpoint === undefined) return;
  for (const listener of listeners) listener({ endpoint, right, isGranted, isRequired });
}
