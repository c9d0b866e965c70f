import { Button, List, Text } from '@mantine/core';
import {
  DateTimeText,
  type Fact,
  LinkButton,
  LinkText,
  type MenuAction,
  Money,
  Panel,
  RecordScreen,
  runWithToast,
  Slot,
  useEndpointMutation,
  useRecord,
  useRunIfConfirmed,
  useSession,
  useShortcut,
} from '@millwright/core/browser';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  deleteShipment,
  getShipment,
  labelStates,
  type Shipment,
  shipmentStates,
  shipments,
} from '../../../contracts/index.ts';
import { AddressBlock } from '../../document/order-address.tsx';
import { ShipDialog } from './dialogs/ship-dialog.tsx';
import { ShipmentEditDialog } from './dialogs/shipment-edit-dialog.tsx';
import { CaseEditDialog } from './packing/case-edit-dialog.tsx';
import { areLabelsComing, LabelTasks } from './packing/label-tasks.tsx';
import { PutAwayTasks } from './packing/put-away-tasks.tsx';
import { ShipmentCaseList } from './shipment-case-list.tsx';
import { shipmentPanels } from './shipment-panels.ts';
import { shipmentPapers } from './shipment-papers.ts';
import { ShipmentStatusBadge } from './shipment-status-badge.tsx';
import { useShipmentChanges } from './use-shipment-changes.ts';

/** Milliseconds between polls while labels are being bought. */
const labelPoll = 1500;

const summaryOf = (shipment: Shipment): Fact[] => [
  { label: 'Customer', value: shipment.customer.name },
  {
    label: 'Order',
    value: (
      <LinkText to={`/dashboard/sales-orders/${shipment.orderID}`} inherit>
        {shipment.order.number}
      </LinkText>
    ),
  },
  { label: 'Cases', value: shipment.caseCount },
  { label: 'Weight', value: shipment.freightWeight > 0 && `${shipment.freightWeight} lb` },
  {
    label: 'Carrier',
    value: [shipment.carrierName ?? shipment.carrier?.name, shipment.carrierOption?.name].filter(Boolean).join(', '),
  },
];

const factsOf = (shipment: Shipment): Fact[] => [
  { label: 'Customer PO', value: shipment.order.customerPO },
  { label: 'Shipping term', value: shipment.shippingTerm?.name },
  { label: 'Tracking', value: shipment.masterTrackingNumber },
  { label: 'Bill of lading', value: shipment.billOfLading },
  { label: 'Estimated weight', value: `${shipment.estimatedWeight} lb` },
  { label: 'Packed', value: <DateTimeText value={shipment.createdAt} /> },
  ...(shipment.shippedAt
    ? [
        { label: 'Shipped', value: <DateTimeText value={shipment.shippedAt} /> },
        { label: 'Shipped by', value: shipment.shippedBy?.name },
      ]
    : []),
  ...(shipment.voidedAt ? [{ label: 'Void since', value: <DateTimeText value={shipment.voidedAt} /> }] : []),
];

/** Reasons why a shipment is not ready, each with a link to its solution. */
function Readiness({ shipment }: { shipment: Shipment }) {
  if (!shipmentStates.is.packed(shipment.status.code) || shipment.isReadyToShip) return null;
  return (
    <Panel title="Not ready to ship">
      <List size="sm">
        {shipment.refusals.map(({ code, message, shippingCaseID }) => (
          <List.Item key={`${code} ${shippingCaseID}`}>{message}</List.Item>
        ))}
      </List>
    </Panel>
  );
}

function Freight({ shipment: { freight, status } }: { shipment: Shipment }) {
  if (shipmentStates.is.void(status.code)) return null;
  return (
    <Panel title="Why this freight?">
      <Text size="sm">
        {freight.amount === null ? 'Not known yet' : <Money value={freight.amount} />}: {freight.reason.text}
      </Text>
    </Panel>
  );
}

function useShipmentMenu(shipmentID: string, onEdit: () => void): (shipment: Shipment) => (MenuAction | false)[] {
  const { can } = useSession();
  const navigate = useNavigate();
  const runIfConfirmed = useRunIfConfirmed();
  const remove = useEndpointMutation(deleteShipment);
  const { takeBack, rate, buyLabels, voidLabels } = useShipmentChanges();
  const params = { shipmentID };
  const papers = shipmentPapers(shipmentID);
  const canUpdate = can('shipments:update');
  const askAndVoidLabels = () =>
    runIfConfirmed(
      {
        title: 'Void the labels?',
        message: 'The carrier takes them back and refunds them.',
        confirmLabel: 'Void labels',
        danger: true,
      },
      () => voidLabels.mutateAsync({ params, body: {} }),
    );
  const askAndTakeBack = ({ number, status, version }: Shipment) =>
    runIfConfirmed(
      shipmentStates.is.left(status.code)
        ? {
            title: `Void shipment ${number}?`,
            message: [
              'It is packed again, and its invoice is void: its stock comes back to the packing place for the order.',
              'Where the order is closed short, the goods are reserved for nobody and have to be put away.',
            ].join(' '),
            confirmLabel: 'Void',
            danger: true,
          }
        : {
            title: `Unpack shipment ${number}?`,
            message: 'Its goods are picked again and can be packed anew.',
            confirmLabel: 'Unpack',
            danger: true,
          },
      () => takeBack.mutateAsync({ params, body: { version } }),
    );
  const askAndDelete = ({ number }: Shipment) =>
    runIfConfirmed(
      {
        title: `Delete shipment ${number}?`,
        message: 'Its goods are unpacked. The number stays taken.',
        confirmLabel: 'Delete',
        danger: true,
      },
      () => remove.mutateAsync({ params }).then(() => navigate('/dashboard/shipping')),
    );
  return (of) => [
    { label: 'Packing slip', icon: 'printer', onClick: papers.packingSlip },
    { label: 'Bill of lading', icon: 'printer', onClick: papers.billOfLading },
    canUpdate && shipmentStates.is.live(of.status.code) && { label: 'Change', icon: 'edit', onClick: onEdit },
    canUpdate &&
      of.isEditable && {
        label: 'Ask the carrier’s rate',
        onClick: () => void runWithToast(() => rate.mutateAsync({ params, body: {} }), 'The cases are rated'),
      },
    canUpdate &&
      of.isEditable && {
        label: 'Buy carrier labels',
        onClick: () =>
          void runWithToast(() => buyLabels.mutateAsync({ params, body: {} }), 'The labels are on their way'),
      },
    of.shippingCases.some(({ label }) => labelStates.is.bought(label?.status)) && {
      label: 'Carrier labels',
      icon: 'printer',
      onClick: papers.carrierLabels,
    },
    canUpdate &&
      of.isEditable &&
      of.shippingCases.some(({ label }) => label) && {
        label: 'Void carrier labels',
        danger: true,
        onClick: () => void askAndVoidLabels(),
      },
    { label: 'Carton labels', icon: 'printer', onClick: () => papers.cartonLabels() },
    { label: 'Carton labels as ZPL', icon: 'download', onClick: () => papers.cartonLabels('zpl') },
    canUpdate &&
      shipmentStates.is.live(of.status.code) && {
        label: shipmentStates.is.left(of.status.code) ? 'Void' : 'Unpack',
        danger: true,
        onClick: () => void askAndTakeBack(of),
      },
    can('shipments:delete') &&
      !shipmentStates.is.left(of.status.code) && {
        label: 'Delete',
        icon: 'trash',
        danger: true,
        onClick: () => void askAndDelete(of),
      },
  ];
}

export function ShipmentScreen() {
  const { can } = useSession();
  const navigate = useNavigate();
  const [isWaiting, setWaiting] = useState(false);
  const { id, query } = useRecord(getShipment, { refetchInterval: isWaiting && labelPoll });
  const areComing = areLabelsComing(query.data);
  useEffect(() => setWaiting(areComing), [areComing]);
  const [isShipping, setShipping] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const [heldID, setHeldID] = useState<string | null>(null);
  const menuOf = useShipmentMenu(id, () => setEditing(true));
  const shipment = query.data;
  const canUpdate = can('shipments:update');
  const canShip = canUpdate && shipmentStates.is.packed(shipment?.status.code);
  const station = `/dashboard/shipping/${id}/pack`;
  useShortcut('s', () => setShipping(true), { label: 'Ship', group: 'Shipment', enabled: canShip && !isShipping });
  useShortcut('k', () => void navigate(station), { label: 'Pack', group: 'Shipment', enabled: canShip });
  useShortcut('p', shipmentPapers(id).packingSlip, { label: 'Packing slip', group: 'Shipment' });
  const held = shipment?.shippingCases.find(({ id }) => id === heldID);

  return (
    <RecordScreen
      record={shipments}
      query={query}
      times={false}
      title={(of) => of.number}
      status={(of) => <ShipmentStatusBadge status={of.status.code} />}
      actions={(of) =>
        canUpdate &&
        shipmentStates.is.packed(of.status.code) && (
          <>
            <LinkButton to={station} variant="default">
              Pack and weigh
            </LinkButton>
            <Button onClick={() => setShipping(true)}>Ship</Button>
          </>
        )
      }
      menu={menuOf}
      summary={summaryOf}
      facts={factsOf}
      aside={(of) => (
        <>
          <Freight shipment={of} />
          <Panel title="Ship to">{of.shipTo ? <AddressBlock address={of.shipTo} /> : 'No address'}</Panel>
          {of.note && (
            <Panel title="Note">
              <Text size="sm">{of.note}</Text>
            </Panel>
          )}
          <Slot name={shipmentPanels} props={{ shipment: of }} />
        </>
      )}
    >
      {(of) => (
        <>
          <Readiness shipment={of} />
          <LabelTasks shipment={of} />
          <PutAwayTasks shipment={of} />
          <ShipmentCaseList
            shipment={of}
            {...(canUpdate && shipmentStates.is.live(of.status.code) ? { onEdit: ({ id }) => setHeldID(id) } : {})}
          />
          {isEditing && <ShipmentEditDialog shipment={of} onClose={() => setEditing(false)} />}
          {held && <CaseEditDialog shipment={of} shippingCase={held} onClose={() => setHeldID(null)} />}
          {isShipping && <ShipDialog shipment={of} onClose={() => setShipping(false)} />}
        </>
      )}
    </RecordScreen>
  );
}
