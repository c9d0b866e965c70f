import { Button } from '@mantine/core';
import {
  deviceKey,
  ErrorState,
  LoadingState,
  NotFoundState,
  PendingState,
  useEndpoint,
  useScreenTitle,
  useSession,
  useWedgeScanner,
} from '@millwright/core/browser';
import { hasCardNumber } from '@millwright/core/contracts';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import {
  type Batch,
  batchStates,
  listScanningStations,
  type ScanningStation,
  type StationConsumption,
} from '../../contracts/index.ts';
import { useBatchLabels } from '../batch/use-batch-labels.ts';
import { CameraScanner, hasCamera } from './camera-scanner.tsx';
import { QuantityPad } from './quantity-pad.tsx';
import type { QueuedScan } from './scan-queue.ts';
import classes from './station.module.css';
import { StationDrawings } from './station-drawings.tsx';
import type { StationAction } from './station-model.ts';
import { type StationWork, useStation } from './use-station.ts';

const lastShown = 10;
const undoFor = 15 * 60_000;

function LastScans({ work }: { work: StationWork }) {
  const shown = work.scans.filter(({ kind }) => kind !== 'undo').toReversed();
  const refused = work.scans.filter(({ state }) => state === 'refused');
  const newest = shown.find((scan) => scan.state !== 'refused' && !scan.isUndone);
  const canUndo = (scan: QueuedScan): boolean =>
    scan === newest &&
    !scan.isUnwanted &&
    (scan.state === 'waiting' || (scan.eventID !== undefined && Date.now() - Date.parse(scan.scannedAt) < undoFor));
  const others = shown.filter(({ state }) => state !== 'refused').slice(0, lastShown);
  return (
    <section aria-label="Last scans">
      <h2>Last scans</h2>
      {!work.scans.length && <p>Nothing was scanned on this device yet.</p>}
      <ul className={classes['list']}>
        {refused.map((scan) => (
          <li key={scan.position} data-state="refused">
            <span>
              {scan.label}: {scan.message}
            </span>
            {scan.largest && (
              <Button size="lg" onClick={() => void work.splitOff(scan)}>
                Split off {scan.largest.measure} {scan.largest.unit}
              </Button>
            )}
            <Button variant="default" size="lg" onClick={() => void work.again(scan)}>
              Try again
            </Button>
            <Button variant="default" size="lg" onClick={() => void work.discard(scan.position)}>
              Discard
            </Button>
          </li>
        ))}
        {others.map((scan) => (
          <li key={scan.position} data-state={scan.state} data-undone={scan.isUndone || undefined}>
            <span>{scan.label}</span>
            <span>{scan.state === 'waiting' ? 'waits' : 'done'}</span>
            {canUndo(scan) && (
              <Button variant="default" size="lg" onClick={() => void work.undo(scan)}>
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Materials({ work, batches }: { work: StationWork; batches: readonly Batch[] }) {
  const [rows, setRows] = useState<readonly StationConsumption[]>([]);
  const open = batches.filter(({ status }) => batchStates.is.open(status)).map(({ id }) => id);
  const key = open.join(' ');
  const ask = useRef(work.materialsOf);
  ask.current = work.materialsOf;
  useEffect(() => {
    setRows([]);
    if (!key) return;
    let isCurrent = true;
    // Offline, the stock is unknown; the step's instructions are shown all the same.
    ask.current(key.split(' ')).then(
      ({ items }) => isCurrent && setRows(items),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  const step = work.steps.find(({ id }) => id === batches[0]?.productionStepID);
  const told = step?.consumptions.filter(({ instructions }) => instructions) ?? [];
  if (!rows.length && !told.length) return null;
  return (
    <section aria-label="Materials and instructions">
      <h2>{step?.name ?? 'Materials'}</h2>
      <ul className={classes['list']}>
        {rows.map((row) => (
          <li key={row.sku} data-state={row.inventoryMeasure < row.demandMeasure ? 'refused' : undefined}>
            <span>
              {row.sku}: {row.demandMeasure} {row.demandUnit}
              {row.instructions ? `. ${row.instructions}` : ''}
            </span>
            <span>
              {row.inventoryMeasure} {row.inventoryUnit} there
            </span>
          </li>
        ))}
        {!rows.length &&
          told.map(({ id, item, instructions }) => (
            <li key={id}>
              <span>
                {item.sku}: {instructions}
              </span>
            </li>
          ))}
      </ul>
    </section>
  );
}

function Waiting({ work }: { work: StationWork }) {
  const shown = work.known.filter(({ status }) => batchStates.is.live(status)).slice(0, 20);
  if (!shown.length) return <p>Nothing waits at this station.</p>;
  return (
    <section aria-label="Waiting here">
      <h2>Waiting here</h2>
      <ul className={classes['list']}>
        {shown.map((batch) => (
          <li key={batch.id}>
            <span>
              {batch.number}: {batch.quantity.measure} {batch.quantity.unit} {batch.item.sku},{' '}
              {batch.productionStep.name}
            </span>
            <Button variant="default" size="lg" onClick={() => void work.scan(batch.number)}>
              Take {batch.number}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function StationPage({ station }: { station: ScanningStation }) {
  const session = useSession();
  const work = useStation(station, session.account?.id ?? '');
  const print = useBatchLabels();
  const [typed, setTyped] = useState('');
  const [isCounting, setCounting] = useState(false);
  const [isFilming, setFilming] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useScreenTitle(station.name);
  const scan = (text: string): void => {
    if (hasCardNumber(text)) work.say('bad', 'This looks like a payment card: it was not kept');
    else void work.scan(text);
  };
  // A slow device may treat the beginning of a scanned code as typing, so it stands in the field.
  const scanFast = (text: string): void => {
    const whole = `${typed.trim()}${text}`;
    setTyped('');
    scan(work.known.some(({ id, number }) => id === whole || number === whole) ? whole : text);
  };
  useWedgeScanner(scanFast, { isEnabled: !isCounting });
  const waiting = work.scans.filter(({ state }) => state === 'waiting').length;
  const isAway = !work.isOnline;
  const run = (action: StationAction): void => {
    if (action.kind === 'split') setCounting(true);
    else void work.act(action);
    field.current?.focus();
  };
  const split = work.actions.find(({ kind }) => kind === 'split');
  const [batch] = work.chosen;
  if (!work.isReady)
    return work.error ? (
      <ErrorState error={work.error} onRetry={() => location.reload()} what="station" />
    ) : (
      <LoadingState />
    );
  return (
    <main className={classes['station']}>
      <header className={classes['bar']}>
        <h1>{station.name}</h1>
        <span className={classes['network']} data-away={isAway || undefined} role="status">
          {isAway ? 'No network' : 'Connected'}
          {waiting > 0 && `, ${waiting} ${waiting === 1 ? 'scan waits' : 'scans wait'}`}
        </span>
        {!deviceKey.get() && (
          <Button component={Link} to="/scanning-station" variant="default">
            Other station
          </Button>
        )}
      </header>
      <p className={classes['said']} data-tone={work.said.tone} role="status" aria-live="assertive">
        {work.said.text || 'Scan a batch'}
      </p>
      <div className={classes['body']}>
        <div>
          <form
            className={classes['code']}
            onSubmit={(event) => {
              event.preventDefault();
              const [first] = work.actions;
              if (typed.trim()) scan(typed);
              else if (first) run(first);
              setTyped('');
            }}
          >
            <input
              ref={field}
              aria-label="Batch"
              placeholder="Batch number"
              value={typed}
              // biome-ignore lint/a11y/noAutofocus: a station has one thing to do
              autoFocus
              autoComplete="off"
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Button type="submit" size="xl">
              Enter
            </Button>
          </form>
          {isFilming ? (
            <CameraScanner onScan={scan} onClose={() => setFilming(false)} />
          ) : (
            hasCamera() && (
              <Button variant="default" size="lg" mb="md" onClick={() => setFilming(true)}>
                Scan with the camera
              </Button>
            )
          )}
          {work.chosen.map((each) => (
            <article key={each.id} className={classes['batch']}>
              <h2>{each.number}</h2>
              <p>
                {each.quantity.measure} {each.quantity.unit} {each.item.sku}
              </p>
              <p>
                {batchStates.is.planned(each.status) ? 'Waits for' : 'At'} {each.productionStep.name}
              </p>
            </article>
          ))}
          {batch && (
            <div className={classes['actions']}>
              {work.actions.map((action, index) => (
                <Button
                  key={`${action.kind} ${action.label}`}
                  variant={index === 0 ? 'filled' : 'default'}
                  onClick={() => run(action)}
                >
                  {action.label}
                </Button>
              ))}
              {!work.actions.length && <p>Nothing can be done with it at this station.</p>}
              <Button
                variant="default"
                onClick={() =>
                  void print(
                    work.chosen.map(({ id }) => id),
                    'pdf',
                    station.id,
                  )
                }
              >
                Print the label
              </Button>
              <Button variant="subtle" onClick={work.clear}>
                Put it aside
              </Button>
            </div>
          )}
          {batch && <StationDrawings key={batch.id} batch={batch} />}
          {batch ? <Materials work={work} batches={work.chosen} /> : <Waiting work={work} />}
        </div>
        <LastScans work={work} />
      </div>
      {isCounting && batch && split && (
        <QuantityPad
          batch={batch}
          onClose={() => setCounting(false)}
          onCount={(counted) => {
            setCounting(false);
            void work.act(split, counted);
          }}
        />
      )}
    </main>
  );
}

/** The scanning station on a page of its own. */
export function ScanningStationWorkScreen() {
  const [search] = useSearchParams();
  const stations = useEndpoint(listScanningStations, { query: { take: 200 } });
  useScreenTitle('Scanning station');
  const { data } = stations;
  if (!data) return <PendingState query={stations} what="station" />;
  const wanted = search.get('station');
  const isDevice = deviceKey.get() !== null;
  const station = data.items.find(({ id }) => id === wanted) ?? (isDevice ? data.items[0] : undefined);
  if (station) return <StationPage key={station.id} station={station} />;
  if (wanted) return <NotFoundState what="station" href="/scanning-station" label="Choose another station" />;
  return (
    <main className={classes['choice']}>
      <h1>Which station is this?</h1>
      {!data.items.length && <p>There is no scanning station yet: make one in the office.</p>}
      {data.items.map(({ id, name, department }) => (
        <Link key={id} to={`/scanning-station?station=${id}`}>
          {name}
          {department ? `, ${department.name}` : ''}
        </Link>
      ))}
      <Link to="/dashboard">Back to the office</Link>
    </main>
  );
}
