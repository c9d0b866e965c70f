import { type Recipients, useCustomerRecipients, useSupplierRecipients } from './use-recipients.ts';

/** "Nobody" is said only once it is known. */
const shown = ({ picked, isKnown }: Recipients): string => (isKnown ? picked.join('\n') || 'Nobody' : '…');

/** Who gets a customer's paper by mail, as a fact of a document. */
export function CustomerMailsTo(props: {
  customer: Parameters<typeof useCustomerRecipients>[0];
  paper: Parameters<typeof useCustomerRecipients>[1];
  chosen: readonly string[];
}) {
  return shown(useCustomerRecipients(props.customer, props.paper, props.chosen));
}

/** Who gets a supplier's paper by mail, as a fact of a document. */
export function SupplierMailsTo(props: {
  supplier: Parameters<typeof useSupplierRecipients>[0];
  paper: Parameters<typeof useSupplierRecipients>[1];
  chosen: readonly string[];
}) {
  return shown(useSupplierRecipients(props.supplier, props.paper, props.chosen));
}
