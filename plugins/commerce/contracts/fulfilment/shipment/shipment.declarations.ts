import { defineProblems, recordDeclarations } from '@millwright/core/contracts';
import { shipments } from './shipment.contract.ts';

/** Record type and screens of shipments (spec commerce section 2). */
export const shipmentDeclarations = recordDeclarations(shipments, {
  nav: {
    section: 'Ship',
    order: 20,
    icon: 'truck',
    shortcut: 'g s',
    count: { list: 'listShipments', path: '/v1/shipments', query: { status: 'packed' } },
  },
  listTitle: 'Shipping',
  hasForm: false,
  moreScreens: [
    {
      name: 'packing-station',
      path: '/dashboard/shipping/:shipmentID/pack',
      title: 'Packing station',
      needs: ['shipments:read', 'shipments:update'],
    },
  ],
});

/** Refusals of shipments. */
export const shipmentProblems = defineProblems({
  /** `errors` has all reasons, `details.refusals` their codes. */
  shipment_not_ready: { status: 409, message: 'The shipment is not ready to ship' },
  shipment_shipped: { status: 409, message: 'The shipment has left already' },
  shipment_void: { status: 409, message: 'The shipment is void' },
  shipment_not_editable: { status: 409, message: 'The shipment has left: this can no longer be changed' },
  /** A domain's reason against voiding a shipped shipment. */
  shipment_changed: { status: 409, message: 'The shipment has just been changed: look again' },
  shipment_not_voidable: { status: 409, message: 'The shipment cannot be voided' },
  case_not_empty: { status: 409, message: 'Something lies in the case: move it to another one first' },
  last_case: { status: 409, message: 'A shipment has a case at least' },
  contents_do_not_sum: { status: 409, message: 'The cases do not hold what is packed' },
  more_cases_than_pieces: { status: 400, message: 'There are more cases than pieces' },
});
