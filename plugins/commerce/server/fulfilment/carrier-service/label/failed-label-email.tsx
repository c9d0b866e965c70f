import { EmailLayout, EmailText, Text } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';

/** A label that could not be bought or not be voided. */
export interface FailedLabelProps {
  shipmentID: string;
  number: string;
  caseNumber: string;
  isVoid: boolean;
  message: string;
}

/** Tells the person who requested a label why it failed and what to do. */
export const FailedLabelEmail = ({
  accountName,
  baseURL,
  shipmentID,
  number,
  caseNumber,
  isVoid,
  message,
}: FailedLabelProps & EmailFrame) => {
  const title = isVoid ? `The label of case ${caseNumber} was not voided` : `Case ${caseNumber} has no label`;
  return (
    <EmailLayout accountName={accountName} preview={title} title={title}>
      <EmailText>{message}</EmailText>
      <EmailText>
        {isVoid
          ? 'Void it at the carrier, or you pay for it; then say so on the shipment.'
          : 'Correct what it is about and buy it again: what was bought already is never bought twice.'}
      </EmailText>
      <Text style={{ fontSize: 14 }}>
        <a href={`${baseURL}/dashboard/shipping/${shipmentID}`}>Shipment {number}</a>
      </Text>
    </EmailLayout>
  );
};
