import { Button } from '@mantine/core';
import {
  DateText,
  DateTimeText,
  type Fact,
  LinkText,
  Panel,
  RecordScreen,
  runWithToast,
  StatusBadge,
  toast,
  useConfirm,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import {
  type Pick,
  pickAll,
  pickLineStates,
  picks,
  releasePicks,
  salesOrderStates,
  voidPick,
} from '../../../contracts/index.ts';
import { AddressBlock } from '../../document/order-address.tsx';
import { ProgressBar } from '../../document/order-progress.tsx';
import { PackDialog } from './dialogs/pack-dialog.tsx';
import { PickEditDialog } from './dialogs/pick-edit-dialog.tsx';
import { PickLineList, PickOrderLines } from './pick-line-list.tsx';
import { PickStageBadge } from './pick-stage-badge.tsx';
import { WalkPanel } from './walk/walk-panel.tsx';

const isOpen = (pick: Pick): boolean => salesOrderStates.is.open(pick.order.status.code) && pick.finishedAt === null;
const plannedOf = (pick: Pick) => pick.lines.filter(({ state }) => pickLineStates.is.planned(state));
/** Whether reserved stock has no planned location yet. */
const hasToPlan = (pick: Pick): boolean => pick.orderLines.some(({ quantityToPlan }) => quantityToPlan.measure > 0);

const factsOf = (pick: Pick): Fact[] => [
  { label: 'Carrier', value: [pick.carrier?.name, pick.carrierOption?.name].filter(Boolean).join(', ') },
  { label: 'Departments', value: pick.departments.map(({ name }) => name).join(', ') },
  { label: 'Picker', value: pick.assignee?.name },
  { label: 'Note', value: pick.note },
  { label: 'Note of the order', value: pick.orderNote },
  { label: 'Note for the customer', value: pick.customerNote },
  { label: 'Released', value: pick.releasedAt && <DateTimeText value={pick.releasedAt} /> },
  { label: 'Finished', value: pick.finishedAt && <DateTimeText value={pick.finishedAt} /> },
  { label: 'Last shipped', value: pick.lastShippedAt && <DateTimeText value={pick.lastShippedAt} /> },
];

/** The pick of an order: it is released, walked and packed here. */
export function PickScreen() {
  const session = useSession();
  const confirm = useConfirm();
  const canUpdate = session.can('picks:update');
  const release = useEndpointMutation(releasePicks);
  const all = useEndpointMutation(pickAll);
  const back = useEndpointMutation(voidPick);
  const [dialog, setDialog] = useState<'pack' | 'edit' | null>(null);

  const releaseIt = async (pick: Pick) => {
    try {
      const { refused } = await release.mutateAsync({ body: { pickIDs: [pick.id] } });
      if (refused[0]) toast.info(refused[0].reason);
      else toast.success(`Pick ${pick.number} is released`);
    } catch (error) {
      toast.error(error);
    }
  };
  const voidIt = async (pick: Pick) => {
    const isSure = await confirm({
      title: `Put everything of pick ${pick.number} back?`,
      message: 'What is planned is freed and what is picked goes back to its places. What is packed stays.',
      confirmLabel: 'Put back',
    });
    if (isSure)
      await runWithToast(() => back.mutateAsync({ params: { pickID: pick.id }, body: {} }), 'Everything is put back');
  };

  return (
    <RecordScreen
      record={picks}
      times={false}
      title={(pick) => `Pick ${pick.number}`}
      status={(pick) => (
        <>
          <PickStageBadge stage={pick.stage} /> {pick.isShort && <StatusBadge tone="warning">Short</StatusBadge>}
        </>
      )}
      actions={(pick) =>
        canUpdate &&
        isOpen(pick) && (
          <>
            {hasToPlan(pick) && (
              <Button
                variant={pick.isPendingPack || plannedOf(pick).length ? 'default' : 'filled'}
                loading={release.isPending}
                onClick={() => void releaseIt(pick)}
              >
                {pick.releasedAt ? 'Plan the rest' : 'Release'}
              </Button>
            )}
            {pick.isPendingPack && <Button onClick={() => setDialog('pack')}>Pack</Button>}
          </>
        )
      }
      menu={(pick) => [
        canUpdate && { label: 'Note and picker', icon: 'edit' as const, onClick: () => setDialog('edit') },
        canUpdate &&
          isOpen(pick) && {
            label: 'Pick everything as planned',
            icon: 'check' as const,
            onClick: () =>
              void runWithToast(
                () => all.mutateAsync({ params: { pickID: pick.id }, body: {} }),
                'Everything planned is picked',
              ),
          },
        canUpdate &&
          pick.lines.some(({ state }) => pickLineStates.is.unpacked(state)) && {
            label: 'Put everything back',
            icon: 'undo' as const,
            danger: true,
            onClick: () => void voidIt(pick),
          },
      ]}
      summary={(pick) => [
        {
          label: 'Order',
          value: (
            <LinkText to={`/dashboard/sales-orders/${pick.order.id}`} inherit>
              {pick.order.number}
            </LinkText>
          ),
        },
        { label: 'Customer', value: pick.customer.name },
        { label: 'Priority', value: pick.priority?.name },
        { label: 'Promised', value: pick.order.promisedAt && <DateText value={pick.order.promisedAt} /> },
        { label: 'Picked', value: <ProgressBar label="Picked" ratio={pick.pickProgress} /> },
      ]}
      tabs={[
        {
          id: 'walk',
          label: 'Walk',
          isHidden: (pick) => pick.finishedAt !== null,
          render: (pick) => (
            <WalkPanel
              stops={plannedOf(pick)}
              empty={
                hasToPlan(pick)
                  ? { title: 'Not released yet', text: 'Release the pick to plan the way through the places.' }
                  : {
                      title: pick.isPendingPack ? 'Ready to pack' : 'Nothing to fetch',
                      text: pick.isShort ? 'The rest waits for stock.' : 'All that is planned is picked.',
                    }
              }
            />
          ),
        },
        { id: 'picked', label: 'Picked', render: (pick) => <PickLineList pick={pick} /> },
        { id: 'lines', label: 'Order lines', render: (pick) => <PickOrderLines pick={pick} /> },
      ]}
      facts={factsOf}
      aside={(pick) => (
        <Panel title="Ship to">{pick.shipTo ? <AddressBlock address={pick.shipTo} /> : 'No address'}</Panel>
      )}
    >
      {(pick) => (
        <>
          {dialog === 'pack' && <PackDialog pick={pick} onClose={() => setDialog(null)} />}
          {dialog === 'edit' && <PickEditDialog pick={pick} onClose={() => setDialog(null)} />}
        </>
      )}
    </RecordScreen>
  );
}
