import { declareStates, type StateOf } from '@millwright/core/contracts';

/** States of a shipment, in the order of its life (spec commerce section 3). */
export const shipmentStates = declareStates('shipment', {
  packed: { name: 'Packed', tone: 'progress', is: ['live', 'packed'], next: ['weigh', 'ship'] },
  /** The goods have left. */
  shipped: { name: 'Shipped', tone: 'success', is: ['live', 'left'], next: ['email_invoice'] },
  void: { name: 'Void', tone: 'neutral', is: ['void'] },
});
export type ShipmentStatus = StateOf<typeof shipmentStates>;
