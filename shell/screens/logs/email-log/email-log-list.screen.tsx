import { DateTimeText, ListScreen } from '@millwright/core/browser';
import { listEmailLogs } from '../../../../core/contracts/work/email-log.contract.ts';
import { EmailStatus } from './email-status.tsx';

export function EmailLogListScreen() {
  return (
    <ListScreen
      name="email-logs"
      title="Email log"
      endpoint={listEmailLogs}
      searchPlaceholder="Search subject and recipients"
      columns={[
        { id: 'subject', header: 'Subject', cell: (mail) => mail.subject || 'Not written yet', sortable: true },
        { id: 'recipients', header: 'To', cell: (mail) => mail.recipients.join(', ') },
        { id: 'hasSent', header: 'Status', cell: (mail) => <EmailStatus mail={mail} />, sortable: true, width: 120 },
        { id: 'sentBy', header: 'Caused by', cell: (mail) => mail.sentBy.name, csv: 'sentBy.name', width: 150 },
        {
          id: 'createdAt',
          header: 'Created',
          cell: (mail) => <DateTimeText value={mail.createdAt} />,
          sortable: true,
          width: 180,
        },
        {
          id: 'sentAt',
          header: 'Sent',
          cell: (mail) => <DateTimeText value={mail.sentAt} />,
          sortable: true,
          width: 180,
          defaultHidden: true,
        },
        { id: 'template', header: 'Kind', cell: (mail) => mail.template, width: 180, defaultHidden: true },
        { id: 'filename', header: 'Attachment', cell: (mail) => mail.filename, width: 180, defaultHidden: true },
        { id: 'error', header: 'Error', cell: (mail) => mail.error, defaultHidden: true },
      ]}
      filters={[
        { kind: 'boolean', name: 'hasSent', label: 'Sent', yes: 'Sent', no: 'Not sent' },
        { kind: 'dates', from: 'startDate', to: 'endDate', label: 'Created' },
        { kind: 'text', name: 'recordType', label: 'Record type' },
        { kind: 'text', name: 'recordID', label: 'Record id' },
      ]}
      views={[{ id: 'unsent', name: 'Not sent', query: 'hasSent=false' }]}
      defaultSort={{ by: 'createdAt', order: 'desc' }}
      rowHref={(mail) => `/dashboard/email-logs/${mail.id}`}
      rowLabel={(mail) => mail.subject}
      empty={{
        title: 'No mail yet',
        text: 'Mails of this account, such as invitations and order confirmations, appear here.',
        icon: 'mail',
      }}
    />
  );
}
