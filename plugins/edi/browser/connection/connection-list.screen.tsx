import { DateTimeText, ListScreen, StatusBadge, useSession } from '@millwright/core/browser';
import { connectionKindNames, type EdiConnection, listEdiConnections } from '../../contracts/index.ts';

/** State of a connection. */
export function ConnectionState({ isActive, failures }: Pick<EdiConnection, 'isActive' | 'failures'>) {
  if (!isActive) return <StatusBadge tone="warning">Inactive</StatusBadge>;
  return failures > 0 ? (
    <StatusBadge tone="danger">Failing</StatusBadge>
  ) : (
    <StatusBadge tone="success">Active</StatusBadge>
  );
}

export function ConnectionListScreen() {
  const { can } = useSession();
  const create = { label: 'New connection', href: '/dashboard/edi-connections/create' };
  return (
    <ListScreen
      name="edi-connections"
      title="EDI connections"
      endpoint={listEdiConnections}
      columns={[
        { id: 'name', header: 'Name', cell: ({ name }) => name, sortable: true },
        { id: 'kind', header: 'Kind', cell: ({ kind }) => connectionKindNames[kind], sortable: true, width: 190 },
        { id: 'partnerCount', header: 'Partners', cell: ({ partnerCount }) => partnerCount, align: 'end', width: 100 },
        {
          id: 'lastContactAt',
          header: 'Last contact',
          cell: ({ lastContactAt }) => lastContactAt && <DateTimeText value={lastContactAt} relative />,
          width: 150,
        },
        { id: 'failures', header: 'Status', cell: (connection) => <ConnectionState {...connection} />, width: 120 },
      ]}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={({ id }) => `/dashboard/edi-connections/${id}`}
      rowLabel={({ name }) => name}
      primaryAction={{ ...create, needs: 'edi_partners:create' }}
      empty={{
        title: 'No connections yet',
        text: 'How files come from partners and go to them: folders, SFTP, or a mailbox to upload into.',
        icon: 'external',
        ...(can('edi_partners:create') ? { action: create } : {}),
      }}
    />
  );
}
