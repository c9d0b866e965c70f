import { Button, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import {
  ApiError,
  DayPicker,
  EmptyState,
  Panel,
  StatusBadge,
  toast,
  useClient,
  useConfirm,
  useEndpointMutation,
  useSession,
  useShortcut,
  useWedgeScanner,
} from '@millwright/core/browser';
import { resolveScan } from '@millwright/inventory/contracts';
import { useRef, useState } from 'react';
import { type ReceivingOrder, type ReceivingOrderLine, receiveReceivingOrder } from '../../../../contracts/index.ts';
import classes from './dock.module.css';
import {
  type Counted,
  countOf,
  countUp,
  type DockCounts,
  dockReceiveBody,
  lineOfCode,
  withDockCount,
} from './dock-count.ts';

function LineRow({
  line,
  counts,
  isCurrent,
  onGo,
}: {
  line: ReceivingOrderLine;
  counts: DockCounts;
  isCurrent: boolean;
  onGo(): void;
}) {
  const { quantity, rejected } = countOf(counts, line.id);
  const isOver = quantity - rejected > line.quantityExpected.measure;
  return (
    <li>
      <button type="button" className={classes['row']} aria-current={isCurrent} onClick={onGo}>
        <span className={classes['strong']}>{line.item.sku}</span>
        <span>
          {quantity} of {line.quantityExpected.measure} {line.quantity.unit}
        </span>
        <span className={classes['soft']}>{line.supplierPartNumber ?? line.item.description}</span>
        <span>{isOver && <StatusBadge tone="warning">Too much</StatusBadge>}</span>
      </button>
    </li>
  );
}

/** Received and rejected quantity, lot and reason of the current line. */
function LineCounter({
  line,
  counted,
  onChange,
  onCountUp,
  onTakeAll,
}: {
  line: ReceivingOrderLine;
  counted: Counted;
  onChange(part: Partial<Counted>): void;
  onCountUp(): void;
  onTakeAll(): void;
}) {
  const { unit } = line.quantity;
  return (
    <Panel>
      <div className={classes['line']}>
        <div>
          <h2 className={classes['sku']}>{line.item.sku}</h2>
          <Text size="sm" c="dimmed">
            {[line.supplierPartNumber, line.item.description].filter(Boolean).join(' · ')}
          </Text>
          {line.note && <Text size="sm">{line.note}</Text>}
        </div>
        <div className={classes['counter']}>
          <Button
            size="lg"
            variant="default"
            aria-label="One less"
            onClick={() => onChange({ quantity: counted.quantity - 1 })}
          >
            −
          </Button>
          <NumberInput
            size="lg"
            label={`Counted (${unit}), ${line.quantityExpected.measure} expected`}
            min={0}
            hideControls
            decimalScale={6}
            value={counted.quantity}
            onChange={(value) => onChange({ quantity: Number(value) || 0 })}
          />
          <Button size="lg" variant="default" aria-label="One more" onClick={onCountUp}>
            +
          </Button>
        </div>
        <Button variant="light" onClick={onTakeAll}>
          All {line.quantityExpected.measure} {unit}
        </Button>
        <div className={classes['pair']}>
          <NumberInput
            label="Of them rejected"
            min={0}
            max={counted.quantity}
            hideControls
            decimalScale={6}
            disabled={counted.quantity === 0}
            value={counted.rejected}
            onChange={(value) => onChange({ rejected: Number(value) || 0 })}
          />
          <TextInput
            label="Why"
            disabled={counted.rejected === 0}
            value={counted.reason}
            onChange={({ currentTarget }) => onChange({ reason: currentTarget.value })}
          />
          <TextInput
            label="Lot number"
            disabled={counted.quantity === 0}
            value={counted.lotNumber}
            onChange={({ currentTarget }) => onChange({ lotNumber: currentTarget.value })}
          />
          <DayPicker
            label="Good until"
            disabled={!counted.lotNumber}
            value={counted.expiry}
            onChange={(expiry) => onChange({ expiry })}
          />
        </div>
      </div>
    </Panel>
  );
}

/** Counts received goods by scanner, keyboard or touch. */
export function DockReceive({ order, onReceived }: { order: ReceivingOrder; onReceived(itemIDs: string[]): void }) {
  const client = useClient();
  const confirm = useConfirm();
  const { can } = useSession();
  const receive = useEndpointMutation(receiveReceivingOrder);
  const [counts, setCounts] = useState<DockCounts>(new Map());
  const [currentID, setCurrentID] = useState<string>();
  const [reference, setReference] = useState('');
  const [announcement, setAnnouncement] = useState('');
  // Scans can arrive faster than React renders, and each one adds to the previous count.
  const latest = useRef(counts);
  const lastScan = useRef(Promise.resolve());
  const write = (next: DockCounts) => {
    latest.current = next;
    setCounts(next);
  };
  const open = order.lines.filter((line) => line.quantityExpected.measure > 0 || countOf(counts, line.id).quantity > 0);
  const current = order.lines.find(({ id }) => id === currentID) ?? open[0];

  const count = (line: ReceivingOrderLine) => {
    write(countUp(latest.current, line.id));
    setCurrentID(line.id);
    setAnnouncement(`${line.item.sku}: ${countOf(latest.current, line.id).quantity} ${line.quantity.unit}`);
  };
  const scan = async (text: string) => {
    const line = lineOfCode(order, latest.current, text);
    if (line) return count(line);
    try {
      const { matches } = await client.call(resolveScan, { body: { text } });
      const ids = new Set(matches.map(({ id, itemID }) => itemID ?? id));
      const found = order.lines.find(({ item }) => ids.has(item.id));
      if (found) return count(found);
      setAnnouncement(`${text} is nothing of this order`);
      toast.error(`${text} is nothing of this order`);
    } catch (error) {
      toast.error(error);
    }
    return undefined;
  };
  useWedgeScanner((text) => {
    lastScan.current = lastScan.current.then(() => scan(text));
  });

  const send = async (raiseOrder = false): Promise<void> => {
    const body = dockReceiveBody(order, counts, reference);
    try {
      const { delivery } = await receive.mutateAsync({
        params: { receivingOrderID: order.id },
        body: { ...body, raiseOrder },
      });
      toast.success(`Delivery ${delivery.number} is at the dock`);
      const received = new Set(body.lines.map(({ lineID }) => lineID));
      write(new Map());
      onReceived(order.lines.flatMap(({ id, item }) => (received.has(id) ? item.id : [])));
    } catch (error) {
      const isOver = error instanceof ApiError && error.code === 'over_receipt';
      if (!isOver || raiseOrder || !can('purchase_orders:update')) return toast.error(error);
      const isRaised = await confirm({
        title: 'More came than was ordered',
        message: `${error.errors.map(({ message }) => message).join('. ')}. Raise what was ordered to what came?`,
        confirmLabel: 'Raise the order',
      });
      if (isRaised) await send(true);
    }
  };
  const counted = [...counts.values()].length;
  const isReady = counted > 0 && !receive.isPending;
  const step = (by: number) => {
    const at = open.findIndex(({ id }) => id === current?.id);
    setCurrentID(open[(at + by + open.length) % open.length]?.id);
  };
  const key = { group: 'Dock', enabled: current !== undefined };
  useShortcut('+', () => current && count(current), { label: 'One more', ...key });
  useShortcut('a', () => current && takeAll(current), { label: 'All that is expected', ...key });
  useShortcut('arrowdown', () => step(1), { label: 'Next line', ...key });
  useShortcut('arrowup', () => step(-1), { label: 'Line before', ...key });
  useShortcut('mod+enter', () => void (isReady && send()), { label: 'Receive', group: 'Dock', inInputs: true });
  const takeAll = (line: ReceivingOrderLine) =>
    write(withDockCount(latest.current, line.id, { quantity: line.quantityExpected.measure }));

  if (!current)
    return <EmptyState icon="check" title="All of it has come" text="Nothing of this order is expected any more." />;
  return (
    <>
      <Text role="status" aria-live="assertive" size="sm" c="dimmed" mb="xs">
        {announcement || 'Scan the goods: each scan counts one more.'}
      </Text>
      <div className={classes['dock']}>
        <LineCounter
          line={current}
          counted={countOf(counts, current.id)}
          onChange={(part) => write(withDockCount(latest.current, current.id, part))}
          onCountUp={() => count(current)}
          onTakeAll={() => takeAll(current)}
        />
        <Panel title={open.length === 1 ? '1 line' : `${open.length} lines`} flush>
          <ol className={classes['lines']}>
            {open.map((line) => (
              <LineRow
                key={line.id}
                line={line}
                counts={counts}
                isCurrent={line === current}
                onGo={() => setCurrentID(line.id)}
              />
            ))}
          </ol>
        </Panel>
      </div>
      <Stack mt="md" gap="xs" className={classes['keys'] ?? ''}>
        <TextInput
          label="Number of the delivery note"
          value={reference}
          onChange={({ currentTarget }) => setReference(currentTarget.value)}
        />
        <Button size="lg" disabled={!isReady} loading={receive.isPending} onClick={() => void send()}>
          {counted === 1 ? 'Receive 1 line' : `Receive ${counted} lines`}
        </Button>
      </Stack>
    </>
  );
}
