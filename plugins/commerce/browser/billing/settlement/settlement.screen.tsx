import { Button } from '@mantine/core';
import {
  DateTimeText,
  LinkText,
  Money,
  RecordScreen,
  toast,
  useConfirm,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { deleteSettlement, type Settlement, settlements } from '../../../contracts/index.ts';
import { AllocationList } from '../allocation-list.tsx';
import { SettlementDialog } from './settlement-dialog.tsx';

export function SettlementScreen() {
  const { can } = useSession();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const undo = useEndpointMutation(deleteSettlement);
  const [isEdited, setEdited] = useState(false);
  const askAndUndo = async ({ id, number, transactions }: Settlement) => {
    const entered = transactions.length
      ? ` ${transactions.map((each) => `${each.type.name} ${each.number}`).join(', ')} goes too.`
      : '';
    const message = `What it paid is open again from today on.${entered}`;
    const title = `Undo settlement ${number}?`;
    if (!(await confirm({ title, message, confirmLabel: 'Undo settlement', danger: true }))) return;
    try {
      await undo.mutateAsync({ params: { settlementID: id } });
      toast.success(`Settlement ${number} is undone`);
      await navigate('/dashboard/account-management');
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <RecordScreen
      record={settlements}
      times={false}
      title={({ number }) => `Settlement ${number}`}
      actions={() =>
        can('settlements:update') && (
          <Button variant="default" onClick={() => setEdited(true)}>
            Edit
          </Button>
        )
      }
      menu={(found) => [
        can('settlements:delete') && {
          label: 'Undo',
          icon: 'undo' as const,
          danger: true,
          onClick: () => void askAndUndo(found),
        },
      ]}
      summary={(found) => [
        { label: 'Payments', value: <Money value={found.totalPayments} /> },
        { label: 'Credits', value: <Money value={found.totalCredits} /> },
        { label: 'Adjustments', value: <Money value={found.totalAdjustments} /> },
        { label: 'Rebates', value: <Money value={found.totalRebates} /> },
      ]}
      tabs={[
        {
          id: 'allocations',
          label: 'Allocations',
          render: ({ allocations }) => (
            <AllocationList allocations={allocations} from="both" empty="Nothing is allocated" />
          ),
        },
      ]}
      facts={(found) => [
        {
          label: 'Customers',
          value: found.customers.map(({ id, name }) => (
            <div key={id}>
              <LinkText to={`/dashboard/customers/${id}`} size="sm">
                {name}
              </LinkText>
            </div>
          )),
        },
        { label: 'Responsible', value: found.responsibleUser?.name },
        { label: 'Note', value: found.note },
        {
          label: 'Entered with it',
          value: found.transactions.map(({ id, number, type }) => (
            <div key={id}>
              <LinkText to={`/dashboard/transactions/${id}`} size="sm">
                {type.name} {number}
              </LinkText>
            </div>
          )),
        },
        { label: 'Written', value: <DateTimeText value={found.createdAt} /> },
      ]}
    >
      {(settlement) => isEdited && <SettlementDialog settlement={settlement} onClose={() => setEdited(false)} />}
    </RecordScreen>
  );
}
