import { EmailLayout, EmailText } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';
import { DocumentSummary } from '../../../document/document-summary.tsx';
import type { PurchaseOrderEmailProps } from './purchase-order-email-props.ts';

/** Mail to a supplier with an order, or a request for prices. */
export const PurchaseOrderEmail = ({
  accountName,
  baseURL: _baseURL,
  number,
  supplierName,
  isRequest,
  ...order
}: PurchaseOrderEmailProps & EmailFrame) => (
  <EmailLayout
    accountName={accountName}
    preview={isRequest ? `${accountName} asks for your prices` : `${accountName} orders: ${order.lines.length} lines`}
    title={isRequest ? `Request for quotation ${number}` : `Purchase order ${number}`}
  >
    <EmailText>Hello {supplierName},</EmailText>
    <EmailText>
      {isRequest
        ? 'Please send us your prices and the earliest dates for what follows. Nothing is ordered yet.'
        : 'Please deliver what follows, confirm the dates, and name our order number on your papers.'}
    </EmailText>
    <DocumentSummary {...order} />
  </EmailLayout>
);
