import { defineProblems } from '@millwright/core/contracts';

/** Refusals of carriers and label providers, and failures of calls to them. */
export const carrierServiceProblems = defineProblems({
  /** Status 401 or 403 of the provider. */
  carrier_credentials_refused: {
    status: 409,
    message: 'The carrier refuses the credentials: correct them under Integrations',
  },
  /** Any other refusal, with the provider's message. */
  carrier_refused: { status: 409, message: 'The carrier refuses this' },
  /** Status 429 of the provider. */
  carrier_busy: { status: 503, message: 'The carrier has too much to do: try again in a minute' },
  /** Status 500 or above. */
  carrier_unavailable: { status: 503, message: 'The carrier has a fault: try again later' },
  carrier_no_answer: { status: 503, message: 'The carrier does not answer: try again later' },
  /** The answer has an unknown form. */
  carrier_answer_unreadable: { status: 503, message: 'The carrier answers something that cannot be read' },
  /** No integration and no freight rate fits. */
  freight_rate_missing: {
    status: 409,
    message: 'There is no rate for this carrier: connect it under Integrations, or add a freight rate',
  },
  /** Labels can only be bought from connected carriers. */
  carrier_not_connected: {
    status: 409,
    message: 'Labels of this carrier cannot be bought: connect it under Integrations',
  },
  ship_from_missing: { status: 409, message: 'The account has no address to ship from: give it one in its profile' },
  ship_to_missing: { status: 409, message: 'The shipment has no address to ship to' },
  /** A case with a label cannot be changed, because the label has its data. */
  case_has_label: { status: 409, message: 'The case has a label: void it first' },
  /** `details.cases` has the affected cases. */
  labels_in_progress: { status: 409, message: 'Labels are being bought: wait until they are' },
  /** Every case has a label already. */
  labels_bought: { status: 409, message: 'Every case has its label' },
  no_label: { status: 409, message: 'There is no label' },
  /** The labels have different formats. */
  labels_differ: { status: 409, message: 'The labels are of two kinds: print them case by case' },
});
