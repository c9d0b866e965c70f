import type { EventDefinition } from '@millwright/core/contracts';
import type { ListEndpoint } from '@millwright/core/server';

/** Kinds of records with the id of a core party and their own number series. */
export type PartyKindName = 'customer' | 'supplier';

/**
 * Differences between customers and suppliers for code that handles both. Event payloads have `customerID` or
 * `supplierID`.
 */
export interface PartyKindFacts {
  kind: PartyKindName;
  /** Tables with rows that belong to one record by `customer_id` or `supplier_id` and are deleted with it. */
  parts: readonly (
    | 'commerce.customer_price_group'
    | 'commerce.supplier_material'
    | 'commerce.customer_contact'
    | 'commerce.supplier_contact'
  )[];
  /** Lists whose rows or counts depend on them. */
  lists: readonly ListEndpoint[];
  events: {
    created: EventDefinition;
    changed: EventDefinition;
    /** Emitted in addition to `changed` if name or number changed. */
    renamed?: EventDefinition;
    deleted: EventDefinition;
  };
}

/** A customer or supplier in documents and lists. */
export interface NamedParty {
  id: string;
  number: string;
  name: string;
}
