import { LinkButton, ListScreen, StatusBadge, useSession } from '@millwright/core/browser';
import { type EdiPartner, listEdiPartners } from '../../contracts/index.ts';

/** Whether a partner is in production. */
export function PartnerState({ isActive, isTest }: Pick<EdiPartner, 'isActive' | 'isTest'>) {
  if (!isActive) return <StatusBadge tone="warning">Inactive</StatusBadge>;
  return isTest ? <StatusBadge tone="info">Test</StatusBadge> : <StatusBadge tone="success">Production</StatusBadge>;
}

export function PartnerListScreen() {
  const { can } = useSession();
  const create = { label: 'New partner', href: '/dashboard/edi-partners/create' };
  return (
    <ListScreen
      name="edi-partners"
      title="EDI partners"
      endpoint={listEdiPartners}
      columns={[
        'name',
        'customer',
        {
          id: 'theirID',
          header: 'ID',
          cell: ({ theirQualifier, theirID }) => `${theirQualifier} ${theirID}`,
          width: 180,
        },
        { id: 'connection', width: 160 },
        'itemCount',
        { id: 'heldCount', header: 'Waiting' },
        { id: 'isTest', header: 'Status', cell: (partner) => <PartnerState {...partner} />, width: 120 },
      ]}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={({ id }) => `/dashboard/edi-partners/${id}`}
      rowLabel={({ name }) => name}
      actions={
        <LinkButton to="/dashboard/edi-connections" variant="default">
          Connections
        </LinkButton>
      }
      primaryAction={{ ...create, needs: 'edi_partners:create' }}
      empty={{
        title: 'No EDI partners yet',
        text: 'Retailers that send orders as X12 files and want shipping notices and invoices back.',
        icon: 'group',
        ...(can('edi_partners:create') ? { action: create } : {}),
      }}
    />
  );
}
