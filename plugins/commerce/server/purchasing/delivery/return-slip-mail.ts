import type { AccountContext } from '@millwright/core/server';
import { deliveryProblems } from '../../../contracts/index.ts';
import { documentFormats } from '../../document/record/document-formats.ts';
import { contactsFor } from '../../parties/contact/contact-recipients.ts';
import { deliveryByID } from './delivery.queries.ts';
import type { ReturnSlipEmailProps } from './emails/return-slip-email.tsx';

/**
 * The mail of a return slip for `email-record`.
 * @throws Problem 409 `nothing_to_return` without rejected goods
 */
export async function returnSlipMail(ctx: AccountContext, deliveryID: string, recipients?: readonly string[]) {
  const delivery = await deliveryByID(ctx, deliveryID);
  const rejected = delivery.lines.filter((line) => line.quantityRejected.measure > 0 && line.voidedAt === null);
  if (!rejected.length)
    throw deliveryProblems.nothing_to_return({ message: `Nothing of delivery ${delivery.number} was rejected` });
  const { quantity, dayOf } = documentFormats(ctx);
  const props: ReturnSlipEmailProps = {
    number: delivery.number,
    supplierName: delivery.supplier.name,
    isReturned: delivery.returnedAt !== null,
    facts: [
      ['Received', dayOf(delivery.receivedAt)],
      ['Your delivery note', delivery.reference],
      ['Our order', delivery.purchaseOrder?.number ?? null],
      ['Returned', delivery.returnedAt && dayOf(delivery.returnedAt)],
      ['Note', delivery.note],
    ],
    lines: rejected.map((line, index) => ({
      number: index + 1,
      sku: line.supplierPartNumber ?? line.item.sku,
      description: [
        line.supplierPartNumber ? `${line.item.description} (our ${line.item.sku})` : line.item.description,
        line.lotNumber && `lot ${line.lotNumber}`,
        line.reason,
      ]
        .filter(Boolean)
        .join(', '),
      quantity: quantity(line.quantityRejected),
      unitPrice: null,
      total: null,
    })),
    total: null,
    addresses: [],
  };
  const to = await contactsFor(ctx, delivery.supplier, 'purchase_order', recipients);
  return { to, template: 'commerce.return-slip', props: { ...props } };
}
