import { Text } from '@mantine/core';
import { FormDialog, toast, useEndpointMutation } from '@millwright/core/browser';
import { emailRecord, mailAddresses, mailedFileIDs } from '@millwright/core/contracts';
import { z } from 'zod';
import { EmailListField } from './email-list-field.tsx';
import { MailFilesField } from './mail-files-field.tsx';
import { RecordMailPreview } from './mail-preview.tsx';
import type { Recipients } from './use-recipients.ts';

/** Whom a mail goes to. */
export const mailRecipients = z.object({
  recipients: mailAddresses.min(1, { error: 'Say who gets the email' }),
});
const schema = mailRecipients.extend({ fileIDs: mailedFileIDs });

/** Mails a document to its recipients, or to others, with files of it. The mail is shown before it leaves. */
export function RecordMailDialog(props: {
  record: { type: string; id: string };
  title: string;
  text: string;
  recipients: Recipients;
  onClose(): void;
}) {
  const { record, title, text, recipients, onClose } = props;
  const mail = useEndpointMutation(emailRecord);
  if (!recipients.isKnown) return null;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      saveLabel="Send email"
      schema={schema}
      values={{ recipients: recipients.picked, fileIDs: [] }}
      onSave={async (body) => {
        toast.success((await mail.mutateAsync({ body: { ...record, ...body } })).message);
        onClose();
      }}
    >
      <Text size="sm">{text}</Text>
      <EmailListField name="recipients" label="To" known={recipients.known} required />
      <MailFilesField record={record} />
      <RecordMailPreview record={record} />
    </FormDialog>
  );
}
