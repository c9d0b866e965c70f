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
import { type ReceivingOrder, type ReceivingOrderLine, receiveReceivingOrder } from '../../../contracts/index.ts';
import classes from './dock.module.css';
import { countOf, countUp, type DockCounts, dockReceiveBody, lineOfCode, withDockCount } from './dock-count.ts';

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

/** What came is counted: by scanner, keyboard or thumb. */
export function DockReceive({ order, onReceived }: { order: ReceivingOrder; onReceived(itemIDs: string[]): void }) {
  const client = useClient();
  const confirm = useConfirm();
  const { can } = useSession();
  const receive = useEndpointMutation(receiveReceivingOrder);
  const [counts, setCounts] = useState<DockCounts>(new Map());
  const [currentID, setCurrentID] = useState<string>();
  const [reference, setReference] = useState('');
  const [said, setSaid] = useState('');
  // Codes come faster than the screen is drawn, and each counts on from the one before.
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
    setSaid(`${line.item.sku}: ${countOf(latest.current, line.id).quantity} ${line.quantity.unit}`);
  };
  const scan = async (text: string) => {
    const line = lineOfCode(order, latest.current, text);
    if (line) return count(line);
    try {
      const { matches } = await client.call(resolveScan, { body: { text } });
      const ids = new Set(matches.map(({ id, itemID }) => itemID ?? id));
      const found = order.lines.find(({ item }) => ids.has(item.id));
      if (found) return count(found);
      setSaid(`${text} is nothing of this order`);
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
  const own = countOf(counts, current.id);
  const change = (part: Partial<typeof own>) => write(withDockCount(latest.current, current.id, part));
  const unit = current.quantity.unit;
  return (
    <>
      <Text role="status" aria-live="assertive" size="sm" c="dimmed" mb="xs">
        {said || 'Scan the goods: each scan counts one more.'}
      </Text>
      <div className={classes['dock']}>
        <Panel>
          <div className={classes['line']}>
            <div>
              <h2 className={classes['sku']}>{current.item.sku}</h2>
              <Text size="sm" c="dimmed">
                {[current.supplierPartNumber, current.item.description].filter(Boolean).join(' · ')}
              </Text>
              {current.note && <Text size="sm">{current.note}</Text>}
            </div>
            <div className={classes['counter']}>
              <Button
                size="lg"
                variant="default"
                aria-label="One less"
                onClick={() => change({ quantity: own.quantity - 1 })}
              >
                −
              </Button>
              <NumberInput
                size="lg"
                label={`Counted (${unit}), ${current.quantityExpected.measure} expected`}
                min={0}
                hideControls
                decimalScale={6}
                value={own.quantity}
                onChange={(value) => change({ quantity: Number(value) || 0 })}
              />
              <Button size="lg" variant="default" aria-label="One more" onClick={() => count(current)}>
                +
              </Button>
            </div>
            <Button variant="light" onClick={() => takeAll(current)}>
              All {current.quantityExpected.measure} {unit}
            </Button>
            <div className={classes['pair']}>
              <NumberInput
                label="Of them rejected"
                min={0}
                max={own.quantity}
                hideControls
                decimalScale={6}
                disabled={own.quantity === 0}
                value={own.rejected}
                onChange={(value) => change({ rejected: Number(value) || 0 })}
              />
              <TextInput
                label="Why"
                disabled={own.rejected === 0}
                value={own.reason}
                onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
              />
              <TextInput
                label="Lot number"
                disabled={own.quantity === 0}
                value={own.lotNumber}
                onChange={({ currentTarget }) => change({ lotNumber: currentTarget.value })}
              />
              <DayPicker
                label="Good until"
                disabled={!own.lotNumber}
                value={own.expiry}
                onChange={(expiry) => change({ expiry })}
              />
            </div>
          </div>
        </Panel>
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
