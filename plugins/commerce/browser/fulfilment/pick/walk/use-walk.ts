import { ApiError, toast, useClient, useEndpointMutation, useWedgeScanner } from '@millwright/core/browser';
import { resolveScan } from '@millwright/inventory/contracts';
import { useRef, useState } from 'react';
import { pickPickLine, voidPickLine } from '../../../../contracts/index.ts';
import { nextStop, type Stop, scanOutcome } from './walk-stops.ts';

/** Differences from the plan that were found at a stop. */
export interface FoundAtStop {
  quantity?: number;
  storageLocationID?: string;
  lotNumber?: string;
}

/** State of a walk through stops: the current stop, the last message, and the actions. */
export function useWalk(stops: readonly Stop[], canPick: boolean) {
  const client = useClient();
  const pick = useEndpointMutation(pickPickLine);
  const free = useEndpointMutation(voidPickLine);
  const [currentID, setCurrentID] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  // Scans can arrive faster than answers. Each one waits for the previous one, so that it sees the updated stops.
  const lastScan = useRef(Promise.resolve());
  const done = useRef(new Set<string>());
  const open = stops.filter(({ id }) => !done.current.has(id));
  const current = open.find(({ id }) => id === currentID) ?? open[0];
  const latest = useRef({ open, current });
  latest.current = { open, current };

  const go = (stop: Stop | undefined) => setCurrentID(stop?.id ?? null);
  const step = (by: 1 | -1) => {
    const at = latest.current.open.indexOf(latest.current.current as Stop);
    go(latest.current.open[(at + by + latest.current.open.length) % latest.current.open.length]);
  };
  const leave = (stop: Stop) => {
    const at = latest.current.open.indexOf(stop);
    done.current.add(stop.id);
    const rest = latest.current.open.filter(({ id }) => id !== stop.id);
    const next = nextStop(rest, at);
    latest.current = { open: rest, current: next };
    go(next);
  };
  /** Returns whether the stop was picked; a refusal is shown, and the stop stays open. */
  const take = async (stop: Stop, found: FoundAtStop = {}): Promise<boolean> => {
    try {
      await pick.mutateAsync({ params: { pickID: stop.pickID, pickLineID: stop.id }, body: found });
      const { measure, unit } =
        found.quantity === undefined ? stop.quantity : { ...stop.quantity, measure: found.quantity };
      setAnnouncement(
        measure === 0
          ? `${stop.orderLine.product.sku} was not there`
          : `Picked ${measure} ${unit} of ${stop.orderLine.product.sku}`,
      );
      leave(stop);
      return true;
    } catch (error) {
      setAnnouncement(error instanceof ApiError ? error.message : 'It was not picked');
      toast.error(error);
      return false;
    }
  };
  const skip = async (stop: Stop) => {
    try {
      await free.mutateAsync({ params: { pickID: stop.pickID, pickLineID: stop.id }, body: {} });
      setAnnouncement(`${stop.orderLine.product.sku} is not picked now`);
      leave(stop);
    } catch (error) {
      toast.error(error);
    }
  };
  const scan = async (text: string) => {
    try {
      const { matches } = await client.call(resolveScan, { body: { text } });
      const wanted = new Set(latest.current.open.map(({ orderLine }) => orderLine.product.id));
      const match = matches.length === 1 ? matches[0] : matches.find(({ id, itemID }) => wanted.has(itemID ?? id));
      if (!match)
        return setAnnouncement(
          matches.length ? `${text} names ${matches.length} things` : `Nothing has the code ${text}`,
        );
      const outcome = scanOutcome(latest.current.open, latest.current.current, match);
      if (outcome.kind === 'unknown') return setAnnouncement(outcome.text);
      if (outcome.kind === 'go') {
        go(outcome.stop);
        return setAnnouncement(`At ${match.label}`);
      }
      const { stop, lotNumber } = outcome;
      const isOtherLot = lotNumber !== undefined && lotNumber !== stop.lot?.lotNumber;
      await take(stop, isOtherLot ? { lotNumber } : {});
    } catch (error) {
      toast.error(error);
    }
    return undefined;
  };
  useWedgeScanner(
    (text) => {
      lastScan.current = lastScan.current.then(() => scan(text));
    },
    { isEnabled: canPick },
  );
  return { open, current, announcement, go, step, take, skip, isBusy: pick.isPending || free.isPending };
}
