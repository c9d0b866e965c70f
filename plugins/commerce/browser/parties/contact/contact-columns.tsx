import { type ListedColumn, StatusBadge } from '@millwright/core/browser';
import { MailLink, PapersText, PhoneLink } from './contact-links.tsx';

interface ContactRow {
  name: string;
  jobTitle: string | null;
  phone: string | null;
  email: string | null;
  isMain: boolean;
}

/** Columns of contacts besides their name. */
export const contactColumns = <Row extends ContactRow>(): ListedColumn<Row>[] => [
  {
    id: 'isMain',
    header: 'Main',
    cell: ({ isMain }) => isMain && <StatusBadge tone="info">Main</StatusBadge>,
    width: 80,
  },
  { id: 'jobTitle', width: 160 },
  { id: 'phone', cell: ({ phone }) => <PhoneLink phone={phone} />, width: 160 },
  { id: 'email', cell: ({ email }) => <MailLink email={email} />, width: 220 },
  { id: 'gets', header: 'Gets by mail', cell: (contact) => <PapersText contact={contact} />, csv: false, width: 200 },
];
