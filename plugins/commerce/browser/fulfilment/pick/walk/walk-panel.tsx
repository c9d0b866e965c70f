import { Button, Text } from '@mantine/core';
import { EmptyState, LinkText, Panel, StatusBadge, useSession, useShortcut } from '@millwright/core/browser';
import { useState } from 'react';
import { FoundDialog } from '../dialogs/found-dialog.tsx';
import { useWalk } from './use-walk.ts';
import classes from './walk.module.css';
import type { Stop } from './walk-stops.ts';

const baseText = ({ quantity, baseQuantity }: Stop): string =>
  baseQuantity.unitID === quantity.unitID ? '' : `${baseQuantity.measure} ${baseQuantity.unit}`;

/** The order that the goods of a stop belong to, for sorting in a wave. */
function Target({ stop }: { stop: Stop }) {
  if (!stop.pick || !stop.order) return null;
  return (
    <StatusBadge tone="info">
      Order {stop.order.number}, {stop.customer?.name}
    </StatusBadge>
  );
}

function StopRow({ stop, isCurrent, onGo }: { stop: Stop; isCurrent: boolean; onGo(): void }) {
  return (
    <li>
      <button type="button" className={classes['row']} aria-current={isCurrent} onClick={onGo}>
        <span className={classes['where']}>{stop.storageLocation?.fullName ?? 'No place'}</span>
        <span>
          {stop.quantity.measure} {stop.quantity.unit}
        </span>
        <span className={classes['soft']}>
          {stop.orderLine.product.sku}
          {stop.lot ? `, lot ${stop.lot.lotNumber}` : ''}
        </span>
        <span className={classes['soft']}>{stop.order ? `Order ${stop.order.number}` : ''}</span>
      </button>
    </li>
  );
}

/**
 * A walk: the current stop in large letters, and the other stops beside it. Scanning the goods or pressing Enter picks
 * them. Keyboard, scanner and touch all suffice.
 */
export function WalkPanel({ stops, empty }: { stops: readonly Stop[]; empty: { title: string; text: string } }) {
  const { can } = useSession();
  const canPick = can('picks:update');
  const { open, current, announcement, go, step, take, skip, isBusy } = useWalk(stops, canPick);
  const [dialogStop, setDialogStop] = useState<Stop | null>(null);
  const isReady = canPick && current !== undefined && !isBusy && dialogStop === null;
  const act = { group: 'Walk', enabled: isReady };
  useShortcut('enter', () => void (current && take(current)), { label: 'Picked as planned', ...act });
  useShortcut('f', () => setDialogStop(current ?? null), { label: 'Found something else', ...act });
  useShortcut('0', () => void (current && take(current, { quantity: 0 })), { label: 'Nothing there', ...act });
  useShortcut('arrowdown', () => step(1), { label: 'Next stop', ...act });
  useShortcut('arrowup', () => step(-1), { label: 'Stop before', ...act });
  const product = current?.orderLine.product;
  return (
    <>
      <Text role="status" aria-live="assertive" size="sm" c="dimmed" mb="xs">
        {announcement || (current ? 'Scan the goods, or press Enter: what is planned is picked.' : '')}
      </Text>
      {current && product ? (
        <div className={classes['walk']}>
          <Panel>
            <div className={classes['stop']}>
              <h2 className={classes['place']}>{current.storageLocation?.fullName ?? 'No place'}</h2>
              <div>
                <div className={classes['sku']}>{product.sku}</div>
                <Text size="sm" c="dimmed">
                  {product.description}
                </Text>
              </div>
              <div className={classes['amount']}>
                <span className={classes['quantity']}>
                  {current.quantity.measure} {current.quantity.unit}
                </span>
                <Text span c="dimmed">
                  {baseText(current)}
                </Text>
              </div>
              {current.lot && <Text fw={600}>Lot {current.lot.lotNumber}</Text>}
              <Target stop={current} />
              {canPick && (
                <div className={classes['keys']}>
                  <Button size="xl" disabled={!isReady} loading={isBusy} onClick={() => void take(current)}>
                    Picked
                  </Button>
                  <Button size="md" variant="default" disabled={!isReady} onClick={() => setDialogStop(current)}>
                    Found otherwise
                  </Button>
                  <Button
                    size="md"
                    variant="default"
                    disabled={!isReady}
                    onClick={() => void take(current, { quantity: 0 })}
                  >
                    Place is empty
                  </Button>
                  <Button size="md" variant="subtle" disabled={!isReady} onClick={() => step(1)}>
                    Later
                  </Button>
                  <Button size="md" variant="subtle" disabled={!isReady} onClick={() => void skip(current)}>
                    Do not pick
                  </Button>
                </div>
              )}
              {current.storageLocation && can('inventory:update') && (
                <LinkText to={`/dashboard/reconcile?location=${current.storageLocation.id}`} size="sm">
                  Count this place
                </LinkText>
              )}
            </div>
          </Panel>
          <Panel title={open.length === 1 ? '1 stop' : `${open.length} stops`} flush>
            <ol className={classes['stops']}>
              {open.map((stop) => (
                <StopRow key={stop.id} stop={stop} isCurrent={stop === current} onGo={() => go(stop)} />
              ))}
            </ol>
          </Panel>
        </div>
      ) : (
        <EmptyState icon="check" {...empty} />
      )}
      {dialogStop && (
        <FoundDialog
          stop={dialogStop}
          onClose={() => setDialogStop(null)}
          onFound={(found) => take(dialogStop, found)}
        />
      )}
    </>
  );
}
