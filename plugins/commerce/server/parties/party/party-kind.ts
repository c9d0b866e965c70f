import type { EventDefinition } from '@millwright/core/contracts';
import type { ListEndpoint } from '@millwright/core/server';

/** Who is a party of core, under the same id, and has a number of a series of its own. */
export type PartyKindName = 'customer' | 'supplier';

/**
 * What customers and suppliers differ in where both are handled alike. Payloads of the events name one `customerID` or
 * `supplierID`.
 */
export interface PartyKindFacts {
  kind: PartyKindName;
  /** Rows of this table belong to one and go with it. */
  parts: 'commerce.customer_price_group' | 'commerce.supplier_material';
  /** Lists whose rows or counts change with one. */
  lists: readonly ListEndpoint[];
  events: {
    created: EventDefinition;
    changed: EventDefinition;
    /** Told beside `changed` where name or number is another. */
    renamed?: EventDefinition;
    deleted: EventDefinition;
  };
}

/** One of them, as documents and lists name it. */
export interface NamedParty {
  id: string;
  number: string;
  name: string;
}
