/**
 * The first argument of every port method: the caller's context, which a plugin passes on without reading it. Contracts
 * cannot import the server's `AccountContext`. Implementations declare the parameter as `AccountContext`, which extends
 * `PortContext`.
 */
export interface PortContext {
  readonly account: { readonly id: string };
}
