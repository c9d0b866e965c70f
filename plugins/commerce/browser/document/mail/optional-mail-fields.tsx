import { SwitchField } from '@millwright/core/browser';
import { mailAddresses, mailedFileIDs } from '@millwright/core/contracts';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { EmailListField } from './email-list-field.tsx';
import { MailFilesField } from './mail-files-field.tsx';
import { RecordMailPreview } from './mail-preview.tsx';
import type { Recipients } from './use-recipients.ts';

/** Fields of a dialog that mails its record on request. */
export const optionalMail = z.object({
  sendEmail: z.boolean(),
  recipients: mailAddresses,
  fileIDs: mailedFileIDs,
});

/** Refinement of a form with `optionalMail`: a mail needs somebody who gets it. */
export const hasRecipients = ({ sendEmail, recipients }: z.output<typeof optionalMail>): boolean =>
  !sendEmail || recipients.length > 0;
export const recipientsMissing = { path: ['recipients'], error: 'Say who gets the email' };

/** Whether a mail leaves with the change, to whom, with which files, and how it reads once the record has a status. */
export function OptionalMailFields(props: {
  record: { type: string; id: string };
  status: string;
  label: string;
  description: string;
  known: Recipients['known'];
}) {
  const { record, status, label, description, known } = props;
  const isSent = useWatch({ name: 'sendEmail' }) === true;
  return (
    <>
      <SwitchField name="sendEmail" label={label} description={description} />
      {isSent && (
        <>
          <EmailListField name="recipients" label="To" known={known} required />
          <MailFilesField record={record} />
          <RecordMailPreview record={record} status={status} />
        </>
      )}
    </>
  );
}
