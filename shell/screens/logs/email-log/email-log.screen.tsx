import { Alert } from '@mantine/core';
import { CopyID, DateTimeText, Icon, RecordScreen } from '@millwright/core/browser';
import { type EmailLogDetail, getEmailLog } from '../../../../core/contracts/work/email-log.contract.ts';
import classes from './email-log.module.css';
import { EmailStatus } from './email-status.tsx';

const missingBody = (mail: EmailLogDetail): string =>
  mail.isConfidential
    ? 'This mail holds a secret of its recipient, such as a link to sign in, and is shown to nobody else.'
    : 'This mail has not been written yet; it is a moment after it was caused.';

function HtmlBody({ mail }: { mail: EmailLogDetail }) {
  if (mail.html === null) return <p className={classes['none']}>{missingBody(mail)}</p>;
  // Sandboxed without permissions: no scripts, no forms, and an opaque origin.
  return <iframe className={classes['frame']} sandbox="" srcDoc={mail.html} title={`Mail: ${mail.subject}`} />;
}

function TextBody({ mail }: { mail: EmailLogDetail }) {
  if (mail.text === null) return <p className={classes['none']}>{missingBody(mail)}</p>;
  return <pre className={classes['text']}>{mail.text}</pre>;
}

export function EmailLogScreen() {
  return (
    <RecordScreen
      record={{ words: ['email', 'email log'], get: getEmailLog }}
      times={false}
      title={({ subject }) => subject || 'Email'}
      status={(data) => <EmailStatus mail={data} />}
      summary={(data) => [
        { label: 'To', value: data.recipients.join('\n') },
        { label: 'Caused by', value: data.sentBy.name },
        { label: 'Created', value: <DateTimeText value={data.createdAt} /> },
        { label: 'Sent', value: data.sentAt && <DateTimeText value={data.sentAt} /> },
      ]}
      tabs={[
        { id: 'mail', label: 'Mail', render: (data) => <HtmlBody mail={data} /> },
        { id: 'text', label: 'Text version', render: (data) => <TextBody mail={data} /> },
      ]}
      facts={(data) => [
        { label: 'Kind', value: data.template },
        {
          label: 'Attachments',
          value: [data.filename, ...data.files.map(({ name }) => name)].filter(Boolean).join('\n'),
        },
        { label: 'Record', value: data.record?.type.replaceAll('_', ' ') },
        { label: 'Record id', value: data.record && <CopyID value={data.record.id} label="record id" /> },
        { label: 'Id of the mail service', value: data.sesMessageID && <CopyID value={data.sesMessageID} /> },
        { label: 'Id', value: <CopyID value={data.id} /> },
      ]}
    >
      {(data) => (
        <>
          {data.error && (
            <Alert color="red" variant="light" icon={<Icon name="alert" />} title="The last try failed">
              {data.error}
            </Alert>
          )}
          {data.isCaptured && (
            <Alert color="blue" variant="light" icon={<Icon name="info" />} title="Kept here, not delivered">
              No mail server is set up for this installation, so the mail was kept to be read here.
            </Alert>
          )}
        </>
      )}
    </RecordScreen>
  );
}
