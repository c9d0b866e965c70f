import { Button, NumberInput, Stack, Text } from '@mantine/core';
import {
  EmptyState,
  LinkText,
  Panel,
  RecordPicker,
  toast,
  useClient,
  useEndpointMutation,
  useSession,
  useShortcut,
  useWedgeScanner,
} from '@millwright/core/browser';
import { resolveScan } from '@millwright/inventory/contracts';
import { useRef, useState } from 'react';
import {
  type ReceivingOrder,
  type ReceivingOrderLine,
  type ServedOrder,
  stockReceivingOrder,
} from '../../../../contracts/index.ts';
import { documentLocationSource } from '../../../document/location-source.ts';
import classes from './dock.module.css';
import { lineOfCode, type Share, type Shares, sharesOf, stockBodyOf, withShare } from './dock-count.ts';

const whys = { here: 'lies here', last: 'lay here last', default: 'usual place' } as const;

/** Orders that were waiting for the goods and have them reserved now. */
export function ServedOrders({ served }: { served: readonly ServedOrder[] }) {
  const { can } = useSession();
  if (!served.length) return null;
  return (
    <Panel title="Reserved for those who waited">
      {served.map(({ type, id, number, lines }) => (
        <Text key={id} size="sm">
          {type === 'sales_order' && can('sales_orders:read') ? (
            <LinkText to={`/dashboard/sales-orders/${id}`} inherit>
              Order {number}
            </LinkText>
          ) : (
            number
          )}
          : {lines.map(({ sku, quantity, unit }) => `${quantity} ${unit} ${sku}`).join(', ')}
        </Text>
      ))}
    </Panel>
  );
}

/** The current line: its quantity at the dock, and the target locations. */
function LinePlaces({
  line,
  shares,
  canPutAway,
  onChange,
  onPutAway,
}: {
  line: ReceivingOrderLine;
  shares: readonly Share[];
  canPutAway: boolean;
  onChange(shares: readonly Share[]): void;
  onPutAway(): void;
}) {
  return (
    <Panel>
      <div className={classes['line']}>
        <div>
          <h2 className={classes['sku']}>{line.item.sku}</h2>
          <Text size="sm" c="dimmed">
            {line.item.description}
          </Text>
          <Text fw={600}>
            {line.quantityAtDock.measure} {line.quantity.unit} at the dock
          </Text>
          {line.atDock.map(
            ({ deliveryLineID, lotNumber, expiresOn, quantity }) =>
              lotNumber && (
                <Text key={deliveryLineID} size="sm">
                  {quantity.measure} of lot {lotNumber}
                  {expiresOn && `, good until ${expiresOn}`}
                </Text>
              ),
          )}
        </div>
        {shares.map((share, index) => (
          <div className={classes['share']} key={index}>
            <RecordPicker
              source={documentLocationSource}
              value={share.storageLocationID || null}
              label={index === 0 ? 'Storage location' : `Storage location ${index + 1}`}
              onPick={(id) => onChange(withShare(line, shares, index, { storageLocationID: id ?? '' }))}
            />
            <NumberInput
              label={`Quantity (${line.quantity.unit})`}
              min={0}
              hideControls
              decimalScale={6}
              value={share.quantity}
              onChange={(value) => onChange(withShare(line, shares, index, { quantity: Number(value) || 0 }))}
            />
          </div>
        ))}
        <Text size="xs" c="dimmed">
          {line.proposedPlaces.map(({ name, why }) => `${name}: ${whys[why]}`).join(' · ')}
        </Text>
        <Button variant="subtle" onClick={() => onChange([...shares, { storageLocationID: '', quantity: 0 }])}>
          Another place
        </Button>
        <Button variant="default" disabled={!canPutAway} onClick={onPutAway}>
          Put this line away
        </Button>
      </div>
    </Panel>
  );
}

/** Puts goods away from the dock to their locations: scan the goods, then the location. */
export function DockStock({ order }: { order: ReceivingOrder }) {
  const client = useClient();
  const stock = useEndpointMutation(stockReceivingOrder);
  const waiting = order.lines.filter(({ atDock }) => atDock.length > 0);
  const [shares, setShares] = useState<Shares>(new Map());
  const [currentID, setCurrentID] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const [served, setServed] = useState<readonly ServedOrder[]>([]);
  const current = waiting.find(({ id }) => id === currentID) ?? waiting[0];
  const currentLine = useRef(current);
  currentLine.current = current;
  const write = (line: ReceivingOrderLine, next: readonly Share[]) =>
    setShares((before) => new Map(before).set(line.id, next));
  const scan = async (text: string) => {
    const named = lineOfCode({ ...order, lines: waiting }, new Map(), text);
    if (named) {
      setCurrentID(named.id);
      return setAnnouncement(`${named.item.sku}: scan its place`);
    }
    try {
      const { matches } = await client.call(resolveScan, { body: { text } });
      const place = matches.find(({ type }) => type === 'location');
      const line = currentLine.current;
      const item = waiting.find(({ item: own }) => matches.some(({ id, itemID }) => (itemID ?? id) === own.id));
      if (place && line) {
        write(line, [{ storageLocationID: place.id, quantity: line.quantityAtDock.measure }]);
        setAnnouncement(`${line.item.sku} goes to ${place.label}`);
      } else if (item) {
        setCurrentID(item.id);
        setAnnouncement(`${item.item.sku}: scan its place`);
      } else {
        setAnnouncement(`${text} is neither goods that wait nor a place`);
        toast.error(`${text} is neither goods that wait nor a place`);
      }
    } catch (error) {
      toast.error(error);
    }
    return undefined;
  };
  useWedgeScanner((text) => void scan(text));
  const send = async (lines: readonly ReceivingOrderLine[]) => {
    try {
      const answer = await stock.mutateAsync({
        params: { receivingOrderID: order.id },
        body: stockBodyOf(order, lines, shares),
      });
      setServed((before) => [...before, ...answer.served]);
      toast.success(lines.length === 1 ? `${lines[0]?.item.sku} is put away` : `${lines.length} lines are put away`);
      setShares(new Map());
    } catch (error) {
      toast.error(error);
    }
  };
  const isPlaced = (line: ReceivingOrderLine): boolean =>
    sharesOf(shares, line).every(({ storageLocationID }) => storageLocationID !== '');
  const isReady = !stock.isPending && waiting.length > 0 && waiting.every(isPlaced);
  useShortcut('mod+enter', () => void (isReady && send(waiting)), {
    label: 'Put all away',
    group: 'Dock',
    inInputs: true,
  });
  if (!current)
    return (
      <>
        <ServedOrders served={served} />
        <EmptyState icon="check" title="Nothing waits at the dock" text="All that came is put away." />
      </>
    );
  return (
    <>
      <Text role="status" aria-live="assertive" size="sm" c="dimmed" mb="xs">
        {announcement || 'Scan the goods, then the place they go to.'}
      </Text>
      <ServedOrders served={served} />
      <div className={classes['dock']}>
        <LinePlaces
          line={current}
          shares={sharesOf(shares, current)}
          canPutAway={isPlaced(current) && !stock.isPending}
          onChange={(next) => write(current, next)}
          onPutAway={() => void send([current])}
        />
        <Panel title={waiting.length === 1 ? '1 line' : `${waiting.length} lines`} flush>
          <ol className={classes['lines']}>
            {waiting.map((line) => (
              <li key={line.id}>
                <button
                  type="button"
                  className={classes['row']}
                  aria-current={line === current}
                  onClick={() => setCurrentID(line.id)}
                >
                  <span className={classes['strong']}>{line.item.sku}</span>
                  <span>
                    {line.quantityAtDock.measure} {line.quantity.unit}
                  </span>
                  <span className={classes['soft']}>{line.proposedPlaces[0]?.name ?? 'Choose a place'}</span>
                </button>
              </li>
            ))}
          </ol>
        </Panel>
      </div>
      <Stack mt="md" className={classes['keys'] ?? ''}>
        <Button size="lg" disabled={!isReady} loading={stock.isPending} onClick={() => void send(waiting)}>
          {waiting.length === 1 ? 'Put 1 line away' : `Put ${waiting.length} lines away`}
        </Button>
      </Stack>
    </>
  );
}
