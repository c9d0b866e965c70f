import { declareStates, type StateOf } from '@millwright/core/contracts';

/** States of a delivery, in the order of its life. */
export const supplierDeliveryStates = declareStates('delivery', {
  received: { name: 'Received', tone: 'progress', is: ['live', 'received', 'acceptable'], next: ['accept'] },
  accepted: { name: 'Accepted', tone: 'success', is: ['live', 'accepted'] },
  partly_rejected: {
    name: 'Partly rejected',
    tone: 'warning',
    is: ['live', 'acceptable', 'refused'],
    next: ['return'],
  },
  rejected: { name: 'Rejected', tone: 'danger', is: ['live', 'rejected', 'refused'], next: ['return'] },
  void: { name: 'Void', tone: 'neutral', is: ['void'] },
});
export type DeliveryStatus = StateOf<typeof supplierDeliveryStates>;
