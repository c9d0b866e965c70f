import { Text } from '@mantine/core';
import { FormDialog, toast, useEndpointMutation } from '@millwright/core/browser';
import { emailAddress, emailRecord } from '@millwright/core/contracts';
import { z } from 'zod';
import { EmailListField } from './email-list-field.tsx';
import type { Recipients } from './use-recipients.ts';

const schema = z.object({
  recipients: z
    .array(emailAddress)
    .min(1, { error: 'Say who gets the email' })
    .max(20, { error: 'At most 20 addresses' }),
});

/** Mails a document to its recipients, or to others. */
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
      values={{ recipients: recipients.picked }}
      onSave={async (body) => {
        toast.success((await mail.mutateAsync({ body: { ...record, ...body } })).message);
        onClose();
      }}
    >
      <Text size="sm">{text}</Text>
      <EmailListField name="recipients" label="To" known={recipients.known} required />
    </FormDialog>
  );
}
