import type { PortContext } from './port.ts';
import type { FieldError } from './problem.ts';

/** What new customers of a registration flow get; empty leaves the choice to the team. */
export interface RegistrationDefaults {
  /** A group of the kind customer type. */
  defaultCustomerGroupID?: string | null | undefined;
  defaultShippingTermID?: string | null | undefined;
  defaultPaymentTermID?: string | null | undefined;
  /** What a request may say instead. */
  offeredCustomerGroupIDs?: readonly string[] | undefined;
  offeredShippingTermIDs?: readonly string[] | undefined;
  offeredPaymentTermIDs?: readonly string[] | undefined;
}

/** What new customers choose from, by name. */
export interface RegistrationChoices {
  customerGroups: { id: string; name: string }[];
  shippingTerms: { id: string; name: string }[];
  paymentTerms: { id: string; name: string }[];
}

/**
 * Registration flows are core's, what they name belongs to the plugin that keeps customers: it provides this. Without
 * it there is nothing that a flow could name.
 */
export abstract class RegistrationDefaultsPort {
  /**
   * One entry per reference that is not there or of another kind. Those that are stay until the caller's transaction
   * ends:
   * their deletion waits, and then sees the flow.
   */
  abstract faultsOf(ctx: PortContext, defaults: RegistrationDefaults): Promise<FieldError[]>;

  /** The offers of a flow that are still there, each default among them where there is anything to choose. */
  abstract choicesOf(ctx: PortContext, defaults: RegistrationDefaults): Promise<RegistrationChoices>;
}
