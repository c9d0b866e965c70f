import { declareStates, type StateOf } from '@millwright/core/contracts';

/** State of an invoice; calculated, never set: void, paid without an open amount, else open. */
export const invoiceStates = declareStates('invoice', {
  open: { name: 'Open', tone: 'info', is: ['live', 'open'], next: ['email', 'record_payment'] },
  paid: { name: 'Paid', tone: 'success', is: ['live', 'paid'] },
  void: { name: 'Void', tone: 'neutral', is: ['void'] },
});
export type InvoiceStatus = StateOf<typeof invoiceStates>;
