import { defineProblems } from '@millwright/core/contracts';

/** What carriers and providers of labels refuse, and what becomes of calls that they do not answer. */
export const carrierServiceProblems = defineProblems({
  /** 401 and 403 of the provider. */
  carrier_credentials_refused: {
    status: 409,
    message: 'The carrier refuses the credentials: correct them under Integrations',
  },
  /** Everything else that it says no to, in its own words. */
  carrier_refused: { status: 409, message: 'The carrier refuses this' },
  /** 429 of the provider. */
  carrier_busy: { status: 503, message: 'The carrier has too much to do: try again in a minute' },
  /** 500 and above. */
  carrier_unavailable: { status: 503, message: 'The carrier has a fault: try again later' },
  carrier_no_answer: { status: 503, message: 'The carrier does not answer: try again later' },
  /** Nothing that we know of what it should have answered. */
  carrier_answer_unreadable: { status: 503, message: 'The carrier answers something that cannot be read' },
  /** Neither an integration nor a freight rate fits. */
  freight_rate_missing: {
    status: 409,
    message: 'There is no rate for this carrier: connect it under Integrations, or add a freight rate',
  },
  /** Labels can only be bought of a carrier that is connected. */
  carrier_not_connected: {
    status: 409,
    message: 'Labels of this carrier cannot be bought: connect it under Integrations',
  },
  ship_from_missing: { status: 409, message: 'The account has no address to ship from: give it one in its profile' },
  ship_to_missing: { status: 409, message: 'The shipment has no address to ship to' },
  /** A case with a label is what the label says. */
  case_has_label: { status: 409, message: 'The case has a label: void it first' },
  /** `details.cases` names those that are. */
  labels_in_progress: { status: 409, message: 'Labels are being bought: wait until they are' },
  /** Nothing to buy: every case has one. */
  labels_bought: { status: 409, message: 'Every case has its label' },
  no_label: { status: 409, message: 'There is no label' },
  /** Some for label printers, some for any. */
  labels_differ: { status: 409, message: 'The labels are of two kinds: print them case by case' },
});
