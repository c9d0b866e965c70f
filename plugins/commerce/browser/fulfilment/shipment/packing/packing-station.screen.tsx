import { Button, Text } from '@mantine/core';
import {
  ErrorState,
  LoadingState,
  PageHeader,
  toast,
  useEndpoint,
  useScreenTitle,
  useShortcut,
  useWedgeScanner,
} from '@millwright/core/browser';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { getShipment, labelStates, type Shipment, shipmentStates } from '../../../../contracts/index.ts';
import { ShipDialog } from '../dialogs/ship-dialog.tsx';
import { shipmentPapers } from '../shipment-papers.ts';
import { useShipmentChanges } from '../use-shipment-changes.ts';
import { areLabelsComing } from './label-tasks.tsx';
import { PackingCase } from './packing-case.tsx';
import { packingScan, withOneMorePacked } from './packing-scan.ts';
import classes from './packing-station.module.css';

const group = 'Packing station';
/** Milliseconds between polls while labels are being bought. */
const labelPoll = 1000;

/** The weight field of a case, for moving the focus with Enter. */
const weightField = (caseID: string | undefined): HTMLElement | null =>
  caseID === undefined ? null : document.querySelector(`[data-packing-weight="${caseID}"]`);

function Station({ shipment }: { shipment: Shipment }) {
  const { shippingCases: cases, id: shipmentID } = shipment;
  const changes = useShipmentChanges();
  const [currentID, setCurrentID] = useState(cases[0]?.id);
  const [isShipping, setShipping] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const current = cases.find(({ id }) => id === currentID) ?? cases[0];
  const papers = shipmentPapers(shipmentID);
  const params = { params: { shipmentID } };

  const attempt = async (act: () => Promise<unknown>): Promise<boolean> => {
    try {
      await act();
      return true;
    } catch (error) {
      toast.error(error);
      return false;
    }
  };
  const scanned = async (text: string) => {
    const scan = packingScan(shipment, current, text);
    if (scan.kind === 'refused') {
      setAnnouncement(scan.message);
      toast.error(scan.message);
    } else if (scan.kind === 'case') {
      setCurrentID(scan.shippingCase.id);
      setAnnouncement(`Filling case ${scan.shippingCase.number}`);
    } else if (current) {
      const held = scan.from.contents.find(({ shipmentLineID }) => shipmentLineID === scan.shipmentLineID);
      const amount = Math.min(1, held?.quantity.measure ?? 1);
      const isMoved = await attempt(() =>
        changes.fillCase.mutateAsync({
          params: { shippingCaseID: current.id },
          body: { contents: withOneMorePacked(current, scan.shipmentLineID, amount), otherCaseID: scan.from.id },
        }),
      );
      if (isMoved)
        setAnnouncement(
          `${amount} ${held?.quantity.unit} ${scan.sku}: from case ${scan.from.number} to ${current.number}`,
        );
    }
  };
  const step = (by: number) => {
    const at = cases.findIndex(({ id }) => id === current?.id);
    const next = cases[(at + by + cases.length) % cases.length];
    setCurrentID(next?.id);
    weightField(next?.id)?.focus();
  };
  const done = (caseID: string) => {
    const next = cases[cases.findIndex(({ id }) => id === caseID) + 1];
    if (next) weightField(next.id)?.focus();
    else (document.activeElement as HTMLElement | null)?.blur();
    if (next) setCurrentID(next.id);
  };
  const isReady = !isShipping;
  useWedgeScanner((text) => void scanned(text), { isEnabled: isReady });
  const key = { group, enabled: isReady };
  useShortcut('w', () => weightField(current?.id)?.focus(), { label: 'Weigh the case', ...key });
  useShortcut('arrowdown', () => step(1), { label: 'Next case', ...key });
  useShortcut('arrowup', () => step(-1), { label: 'Case before', ...key });
  useShortcut('c', () => void attempt(() => changes.addCase.mutateAsync({ ...params, body: {} })), {
    label: 'Another case',
    ...key,
  });
  const estimate = () => void attempt(() => changes.takeEstimates.mutateAsync({ ...params, body: {} }));
  useShortcut('t', estimate, { label: 'Take the estimated weights', ...key });
  const rate = () => void attempt(() => changes.rate.mutateAsync({ ...params, body: {} }));
  useShortcut('r', rate, { label: 'Ask the carrier’s rate', ...key });
  const buy = () => attempt(() => changes.buyLabels.mutateAsync({ ...params, body: {} }));
  useShortcut('b', () => void buy(), { label: 'Buy carrier labels', ...key });
  const hasLabels = cases.some(({ label }) => labelStates.is.bought(label?.status));
  useShortcut('a', papers.carrierLabels, { label: 'Carrier labels', group, enabled: isReady && hasLabels });
  useShortcut('p', papers.packingSlip, { label: 'Packing slip', ...key });
  useShortcut('l', () => papers.cartonLabels(), { label: 'Carton labels', ...key });
  useShortcut('s', () => setShipping(true), { label: 'Ship', ...key });

  return (
    <>
      <Text role="status" aria-live="assertive" size="sm" c="dimmed" mb="xs">
        {(areLabelsComing(shipment) && 'Labels are being bought…') ||
          announcement ||
          (shipment.isReadyToShip
            ? 'Ready to ship: press s.'
            : 'Scan a case to fill it, then goods into it. Enter in a weight goes to the next case.')}
      </Text>
      <div className={classes['keys']}>
        <Button variant="default" onClick={estimate}>
          Use estimates
        </Button>
        <Button
          variant="default"
          onClick={() => void attempt(() => changes.addCase.mutateAsync({ ...params, body: {} }))}
        >
          Another case
        </Button>
        <Button variant="default" onClick={rate}>
          Ask the rate
        </Button>
        <Button variant="default" onClick={() => void buy()}>
          Buy labels
        </Button>
        {hasLabels && (
          <Button variant="default" onClick={papers.carrierLabels}>
            Carrier labels
          </Button>
        )}
        <Button variant="default" onClick={() => papers.cartonLabels()}>
          Carton labels
        </Button>
        <Button variant="default" onClick={papers.packingSlip}>
          Packing slip
        </Button>
        <Button onClick={() => setShipping(true)}>Ship</Button>
      </div>
      <ol className={classes['cases']}>
        {cases.map((each) => (
          <PackingCase
            // The key changes with these values, so that the fields show values written by estimates or another
            // station.
            key={[each.id, each.freightWeight, each.freightAmount, each.trackingNumber, each.label?.status].join(' ')}
            shippingCase={each}
            isCurrent={each.id === current?.id}
            isOnly={cases.length === 1}
            onFocus={() => setCurrentID(each.id)}
            onChange={(body) =>
              attempt(() => changes.changeCase.mutateAsync({ params: { shippingCaseID: each.id }, body }))
            }
            onRemove={() => void attempt(() => changes.removeCase.mutateAsync({ params: { shippingCaseID: each.id } }))}
            onDone={() => done(each.id)}
          />
        ))}
      </ol>
      {isShipping && <ShipDialog shipment={shipment} onClose={() => setShipping(false)} />}
    </>
  );
}

/** Fills, weighs, prints and ships cases, by scanner, keyboard or touch. */
export function PackingStationScreen() {
  const { shipmentID = '' } = useParams();
  const [isWaiting, setWaiting] = useState(false);
  const query = useEndpoint(getShipment, { params: { shipmentID } }, { refetchInterval: isWaiting && labelPoll });
  const shipment = query.data;
  const areComing = areLabelsComing(shipment);
  useEffect(() => setWaiting(areComing), [areComing]);
  useScreenTitle(shipment ? `Pack ${shipment.number}` : 'Packing station');
  if (query.isError) return <ErrorState what="shipment" error={query.error} onRetry={() => void query.refetch()} />;
  if (!shipment) return <LoadingState />;
  return (
    <>
      <PageHeader
        title={`Shipment ${shipment.number}`}
        back={{ href: `/dashboard/shipping/${shipmentID}`, label: 'the shipment' }}
      />
      <div className={classes['station']}>
        <Text size="sm" mb="xs">
          {shipment.customer.name}, order {shipment.order.number}
        </Text>
        {shipmentStates.is.packed(shipment.status.code) ? (
          <Station shipment={shipment} />
        ) : (
          <Text>This shipment is {shipment.status.name.toLowerCase()}: there is nothing to pack.</Text>
        )}
      </div>
    </>
  );
}
