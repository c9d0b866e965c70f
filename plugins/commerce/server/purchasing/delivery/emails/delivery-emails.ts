import { reactEmail } from '@millwright/core/server';
import type { ReturnSlipEmailProps } from './return-slip-email.tsx';

const sample: ReturnSlipEmailProps = {
  number: '1004',
  supplierName: 'Superior Hides & Tannery',
  isReturned: true,
  facts: [
    ['Received', 'March 3, 2026'],
    ['Your delivery note', 'LS-20417'],
    ['Our order', '1017'],
  ],
  lines: [
    {
      number: 1,
      sku: 'K4711-3',
      description: 'Cow hide, grain side (our HIDE-COW): torn',
      quantity: '12 each',
      unitPrice: null,
      total: null,
    },
  ],
  total: null,
  addresses: [],
};

/** `commerce.return-slip`: rejected goods for the supplier. */
const returnSlipEmail = reactEmail<ReturnSlipEmailProps>({
  name: 'commerce.return-slip',
  subject: ({ number, accountName }) => `${accountName} returns goods of delivery ${number}`,
  load: async () => (await import('./return-slip-email.tsx')).ReturnSlipEmail,
  sample,
});

/** Mails about deliveries. */
export const deliveryEmails = [returnSlipEmail];
