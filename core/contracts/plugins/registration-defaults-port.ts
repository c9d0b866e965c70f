import type { FieldError } from '../endpoints/problem.ts';
import type { PortContext } from './port.ts';

/** Defaults for new customers of a registration flow. The team fills in missing ones. */
export interface RegistrationDefaults {
  /** A customer group of the kind customer type. */
  defaultCustomerGroupID?: string | null | undefined;
  defaultShippingTermID?: string | null | undefined;
  defaultPaymentTermID?: string | null | undefined;
  /** Alternatives that the registration may choose. */
  offeredCustomerGroupIDs?: readonly string[] | undefined;
  offeredShippingTermIDs?: readonly string[] | undefined;
  offeredPaymentTermIDs?: readonly string[] | undefined;
}

/** Choices of new customers, sorted by name. */
export interface RegistrationChoices {
  customerGroups: { id: string; name: string }[];
  shippingTerms: { id: string; name: string }[];
  paymentTerms: { id: string; name: string }[];
}

/**
 * Checks the references of registration flows. The flows belong to core, while the referenced records belong to the
 * plugin that keeps customers, which implements this port. Without that plugin a flow has no references.
 */
export abstract class RegistrationDefaultsPort {
  /**
   * One entry per reference that does not exist or is of another kind. Existing ones are locked until the caller's
   * transaction ends, so that a concurrent deletion waits and then finds the flow.
   */
  abstract faultsOf(ctx: PortContext, defaults: RegistrationDefaults): Promise<FieldError[]>;

  /** The offers of a flow that still exist, including the defaults where there is a choice. */
  abstract choicesOf(ctx: PortContext, defaults: RegistrationDefaults): Promise<RegistrationChoices>;
}
