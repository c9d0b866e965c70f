import { ListScreen, useSession } from '@millwright/core/browser';
import { useState } from 'react';
import { listSalesTargets, type SalesTargetView } from '../../../core/contracts/accounts/member.contract.ts';
import { RowMenu } from '../pages/row-menu.tsx';
import { TeamTargetDialog } from './sales-target-dialog.tsx';

const noteLength = 80;
const shortened = (note: string | null): string =>
  note && note.length > noteLength ? `${note.slice(0, noteLength)}…` : (note ?? '');

/** A person's sales targets by period. */
export function SalesTargets({ accountID, memberID }: { accountID: string; memberID: string }) {
  const { can } = useSession();
  const [edited, setEdited] = useState<SalesTargetView | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = (target: SalesTargetView | null) => {
    setEdited(target);
    setOpen(true);
  };
  const canUpdate = can('sales_targets:update');
  return (
    <>
      <ListScreen
        name="sales-targets"
        title="Sales targets"
        endpoint={listSalesTargets}
        params={{ accountID, userID: memberID }}
        embedded
        searchable={false}
        csv={false}
        columns={[
          { id: 'startDate', header: 'From' },
          { id: 'endDate', header: 'To' },
          { id: 'amount', width: 140 },
          { id: 'note', cell: (target) => shortened(target.note) },
          {
            id: 'actions',
            header: '',
            width: 52,
            align: 'end',
            cell: (target) => (
              <RowMenu
                label={`the target from ${target.startDate}`}
                items={[canUpdate && { label: 'Change', icon: 'edit', onClick: () => open(target) }]}
              />
            ),
          },
        ]}
        defaultSort={{ by: 'startDate', order: 'desc' }}
        rowLabel={(target) => `Target from ${target.startDate}`}
        {...(canUpdate ? { onOpen: (target: SalesTargetView) => open(target) } : {})}
        primaryAction={{ label: 'Add target', onClick: () => open(null), needs: 'sales_targets:create' }}
        empty={{
          title: 'No sales targets yet',
          text: 'A target says how much this person is to sell in a period.',
          icon: 'chart',
        }}
      />
      <TeamTargetDialog
        accountID={accountID}
        memberID={memberID}
        target={edited}
        opened={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
