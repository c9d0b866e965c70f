import { ApiError, type Client, useClient, useEndpoint, useEndpointMutation } from '@millwright/core/browser';
import { newID, randomID } from '@millwright/core/contracts';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import {
  type Batch,
  batchStates,
  getBatch,
  listProductionSteps,
  listScanningStationBatches,
  listStationConsumptions,
  type ScanningStation,
} from '../../contracts/index.ts';
import { type QueuedScan, type ScanKind, ScanQueue } from './scan-queue.ts';
import { signal } from './signal.ts';
import { actionsFor, expectedAfter, type StationAction, scannedCode } from './station-model.ts';

/** A message of the station: text, color and sound. */
export interface Said {
  tone: 'good' | 'bad' | 'plain';
  text: string;
}

export interface StationCount {
  firsts: number;
  seconds: number;
  waste: number;
  closeBatch: boolean;
}

const mostBatches = 500;

async function askForBatch(client: Client, code: string): Promise<Batch | undefined> {
  try {
    return await client.call(getBatch, { params: { batchID: code } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** State of a station: scanned batches, possible actions, and scans waiting for the server. */
export function useStation(station: ScanningStation, accountID: string) {
  const client = useClient();
  const params = { scanningStationID: station.id };
  const batches = useEndpoint(
    listScanningStationBatches,
    { params, query: { take: mostBatches } },
    { refetchInterval: 15_000, staleTime: 0 },
  );
  const steps = useEndpoint(listProductionSteps, { query: { scanningStationIDs: [station.id], take: 500 } });
  const consumptions = useEndpointMutation(listStationConsumptions);
  const [chosen, setChosen] = useState<readonly Batch[]>([]);
  const [said, setSaid] = useState<Said>({ tone: 'plain', text: '' });
  // Batches as they will be after the waiting scans.
  const [expected, setExpected] = useState<ReadonlyMap<string, Batch>>(new Map());
  const refetch = useRef(batches.refetch);
  refetch.current = batches.refetch;
  const say = useCallback((tone: Said['tone'], text: string) => {
    setSaid({ tone, text });
    if (tone !== 'plain') signal(tone);
  }, []);
  const queue = useMemo(
    () =>
      new ScanQueue(client, {
        onAnswer: (scan, reply) => {
          setExpected((known) => new Map([...known].filter(([id]) => !scan.batchIDs.includes(id))));
          setChosen((now) => now.map((batch) => reply.batches.find(({ id }) => id === batch.id) ?? batch));
          const [missing] = reply.shortages;
          if (missing && !scan.isUnwanted)
            say('plain', `Missing: ${missing.measure} ${missing.unit} of ${missing.sku}, booked when it comes`);
          void refetch.current();
        },
        onRefusal: (scan) => {
          setExpected((known) => new Map([...known].filter(([id]) => !scan.batchIDs.includes(id))));
          say('bad', scan.message ?? 'Refused');
          void refetch.current();
        },
      }),
    [client, say],
  );
  const scans = useSyncExternalStore(queue.subscribe, queue.scans);
  const isOnline = useSyncExternalStore(queue.subscribe, queue.isOnline);
  useEffect(() => {
    const begun = queue.begin();
    return () => void begun.then((end) => end());
  }, [queue]);

  const known = useMemo(
    () => (batches.data?.items ?? []).map((batch) => expected.get(batch.id) ?? batch),
    [batches.data, expected],
  );
  const stationSteps = steps.data?.items ?? [];
  const current = chosen.map((batch) => expected.get(batch.id) ?? batch);
  const actions = actionsFor(current, station, stationSteps);

  const scan = async (text: string): Promise<void> => {
    const code = scannedCode(text);
    if (code === undefined) return say('bad', 'Invalid scan data');
    try {
      const found = known.find(({ id, number }) => id === code || number === code) ?? (await askForBatch(client, code));
      if (!found) return say('bad', `No batch has the code ${code}`);
      const isTogether = station.isMultiPart && chosen.length > 0 && !chosen.some(({ id }) => id === found.id);
      const next = isTogether ? [...chosen, found] : [found];
      const fits = isTogether && actionsFor(next, station, stationSteps).length > 0;
      setChosen(fits ? next : [found]);
      if (batchStates.is.closed(found.status)) say('bad', `${found.number} is closed. Put it aside.`);
      else say('good', `${found.number}: ${found.quantity.measure} ${found.quantity.unit} ${found.item.sku}`);
    } catch {
      say('bad', `${code} is not known here while the network is away`);
    }
  };

  const send = async (kind: ScanKind, label: string, batchIDs: string[], body: Record<string, unknown>) => {
    await queue.add({
      scanID: `${randomID()}`,
      accountID,
      stationID: station.id,
      kind,
      label,
      batchIDs,
      body,
      scannedAt: new Date().toISOString(),
    });
  };

  const act = async (action: StationAction, counted?: StationCount): Promise<void> => {
    const ids = current.map(({ id }) => id);
    const numbers = current.map(({ number }) => number).join(' + ');
    const at = { scanningStationID: station.id };
    const counts = counted && `${counted.firsts} firsts, ${counted.seconds} seconds, ${counted.waste} waste`;
    const label = `${numbers}: ${counts ?? action.label}`;
    if (action.kind === 'initialize') await send('initialize', label, ids, { ...at, batchID: ids[0] });
    if (action.kind === 'close') await send('close', label, ids, { ...at, batchID: ids[0] });
    if (action.kind === 'move')
      await send('move', label, ids, { ...at, batchIDs: ids, productionStepID: action.step.id });
    if (action.kind === 'merge')
      await send('merge', label, ids, {
        ...at,
        batchIDs: ids,
        productionStepID: action.step.id,
        newBatchIDs: [newID('bat')],
      });
    if (action.kind === 'split' && counted)
      await send('split', label, ids, {
        ...at,
        batchIDs: ids,
        ...counted,
        newBatchIDs: [newID('bat'), newID('bat')],
        ...(action.step ? { productionStepID: action.step.id } : {}),
      });
    const lost = counted ? counted.seconds + counted.waste : 0;
    const after = current.map((batch) =>
      expectedAfter(batch, action, stationSteps, counted ? { firsts: counted.firsts, lost } : undefined),
    );
    setExpected((map) => new Map([...map, ...after.map((batch) => [batch.id, batch] as const)]));
    setChosen(action.kind === 'initialize' ? after : []);
    say('good', label);
  };

  const undo = async (target: QueuedScan): Promise<void> => {
    await queue.takeBack(target);
    setExpected((map) => new Map([...map].filter(([id]) => !target.batchIDs.includes(id))));
    setChosen([]);
    say('plain', `Taken back: ${target.label}`);
  };

  const stationScans = scans.filter(({ stationID }) => stationID === station.id);
  return {
    chosen: current,
    actions,
    said,
    known,
    scans: stationScans,
    isOnline,
    steps: stationSteps,
    isReady: batches.data !== undefined && steps.data !== undefined,
    error: batches.error ?? steps.error,
    scan,
    act,
    undo,
    say,
    clear: () => setChosen([]),
    discard: (position: number) => queue.discard(position),
    again: (refused: QueuedScan) => queue.again(refused),
    splitOff: (refused: QueuedScan) => queue.splitOff(refused),
    materialsOf: (batchIDs: string[]) => consumptions.mutateAsync({ params, body: { batchIDs } }),
  };
}
export type StationWork = ReturnType<typeof useStation>;
