import { useEndpoint, useSession } from '@millwright/core/browser';
import {
  type customerPapers,
  getCustomerRecipients,
  getSupplierRecipients,
  type PaperRecipients,
  type supplierPapers,
} from '../../../contracts/index.ts';

/** A customer or supplier, with its own email where the document around shows it. */
interface MailedParty {
  id: string;
  name: string;
  email?: string | null;
}

export interface Recipients {
  /** Who gets the paper unless others are picked: those chosen on the document, else the default ones. */
  picked: string[];
  known: PaperRecipients['known'];
  /** False until the default recipients are known. */
  isKnown: boolean;
}

/** Without the right to read the customer or supplier, its email on the document is all there is. */
function recipientsIn(
  { name, email }: MailedParty,
  chosen: readonly string[],
  data: PaperRecipients | undefined,
  isKnown: boolean,
): Recipients {
  const own = email ? [{ email, name, jobTitle: null }] : [];
  const { recipients, known } = data ?? { recipients: own.map((each) => each.email), known: own };
  const others = chosen.filter((each) => !known.some((one) => one.email === each));
  return {
    picked: chosen.length ? [...chosen] : recipients,
    known: [...others.map((each) => ({ email: each, name: '', jobTitle: null })), ...known],
    isKnown,
  };
}

/** Recipients of a customer's paper for a mail dialog. */
export function useCustomerRecipients(
  party: MailedParty,
  paper: keyof typeof customerPapers,
  chosen: readonly string[] = [],
): Recipients {
  const { can } = useSession();
  const enabled = can('customers:read') && party.id !== '';
  const input = { params: { customerID: party.id }, query: { paper } };
  const { data, isPending } = useEndpoint(getCustomerRecipients, input, { enabled });
  return recipientsIn(party, chosen, data, !enabled || !isPending);
}

/** Recipients of a supplier's paper for a mail dialog. */
export function useSupplierRecipients(
  party: MailedParty,
  paper: keyof typeof supplierPapers,
  chosen: readonly string[] = [],
): Recipients {
  const { can } = useSession();
  const enabled = can('suppliers:read') && party.id !== '';
  const input = { params: { supplierID: party.id }, query: { paper } };
  const { data, isPending } = useEndpoint(getSupplierRecipients, input, { enabled });
  return recipientsIn(party, chosen, data, !enabled || !isPending);
}

/** The email addresses of places, as further recipients. */
export const emailsOfAddresses = (
  addresses: readonly { name: string; email: string | null }[],
): PaperRecipients['known'] => addresses.flatMap(({ name, email }) => (email ? [{ email, name, jobTitle: null }] : []));
