import { hidden, ListScreen } from '@millwright/core/browser';
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
        { id: 'subject', cell: (mail) => mail.subject || 'Not written yet' },
        { id: 'recipients', header: 'To' },
        { id: 'hasSent', header: 'Status', cell: (mail) => <EmailStatus mail={mail} />, width: 120 },
        { id: 'sentBy', header: 'Caused by', width: 150 },
        { id: 'createdAt', instant: 'exact' },
        ...hidden(
          { id: 'sentAt', instant: 'exact' },
          { id: 'template', header: 'Kind', width: 180 },
          { id: 'filename', header: 'Attachment', width: 180 },
          'error',
        ),
      ]}
      filters={[
        { name: 'hasSent', yes: 'Sent', no: 'Not sent' },
        { name: 'startDate', label: 'Created' },
        'recordType',
        { name: 'recordID', label: 'Record id' },
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
