import { declareStates, type StateOf } from '@millwright/core/contracts';

/** What an invoice is; worked out, never set: void, paid once nothing is open, else open. */
export const invoiceStates = declareStates('invoice', {
  open: { name: 'Open', tone: 'info', is: ['live', 'open'], next: ['email', 'record_payment'] },
  paid: { name: 'Paid', tone: 'success', is: ['live', 'paid'] },
  void: { name: 'Void', tone: 'neutral', is: ['void'] },
});
export type InvoiceStatus = StateOf<typeof invoiceStates>;
