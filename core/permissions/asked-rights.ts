import type { PermissionCode } from '../contracts/permission.ts';

/** A question for a right in a call of an endpoint, and its answer. */
export interface AskedRight {
  /** The name of the endpoint. */
  endpoint: string;
  right: PermissionCode;
  isGranted: boolean;
  /** Whether the call is refused without the right; else it is only done otherwise. */
  isRequired: boolean;
}

const listeners = new Set<(asked: AskedRight) => void>();

/** Tells tests of every right that calls ask for from here on; answers how to stop. Nothing listens in a server. */
export function hearAskedRights(listener: (asked: AskedRight) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Says that work asked for a right; what no endpoint has called for is nobody's to refuse. */
export function noteAskedRight(
  endpoint: string | undefined,
  right: PermissionCode,
  isGranted: boolean,
  isRequired: boolean,
): void {
  if (!listeners.size || endpoint === undefined) return;
  for (const listener of listeners) listener({ endpoint, right, isGranted, isRequired });
}
