/**
 * The first argument of every port method: the caller's context, which a plugin passes on unread. Contracts cannot name
 * the server's `AccountContext`; implementations declare their parameter as that, and every `AccountContext` is a
 * `PortContext`.
 */
export interface PortContext {
  readonly account: { readonly id: string };
}
