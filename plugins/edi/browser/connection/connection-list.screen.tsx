import { ListScreen, StatusBadge, useSession } from '@millwright/core/browser';
import { type EdiConnection, listEdiConnections } from '../../contracts/index.ts';

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
        'name',
        { id: 'kind', width: 190 },
        'partnerCount',
        'lastContactAt',
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
