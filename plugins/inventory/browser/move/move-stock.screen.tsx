import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import {
  ApiError,
  PageHeader,
  Panel,
  RecordPicker,
  toast,
  useClient,
  useEndpointMutation,
} from '@millwright/core/browser';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  getItem,
  getLot,
  getStorageLocation,
  moveInventory,
  resolveScan,
  type ScanMatch,
} from '../../contracts/index.ts';
import { stockReads } from '../item/stock-reads.ts';
import { itemSource, locationSource } from '../record-sources.ts';
import { useWedgeScanner } from '../scan/use-wedge-scanner.ts';
import { MoveLineTable } from './move-line-table.tsx';
import { type MoveLine, moveObstacle, withOneMore } from './move-lines.ts';

interface Place {
  id: string;
  fullName: string;
}

let lastKey = 0;
const newKey = (): string => {
  lastKey += 1;
  return String(lastKey);
};

/**
 * Moves stock: two places, then items, by scanner or keyboard. The first place that is scanned is where it lies, the second where
 * it goes; every further scan of an item is one more of it.
 */
export function MoveStockScreen() {
  const client = useClient();
  const [search] = useSearchParams();
  const [from, setFrom] = useState<Place | null>(null);
  const [to, setTo] = useState<Place | null>(null);
  const [lines, setLines] = useState<readonly MoveLine[]>([]);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [said, setSaid] = useState('');
  const move = useEndpointMutation(moveInventory, { invalidates: stockReads });

  const placeOf = async (id: string): Promise<Place> => {
    const { fullName } = await client.call(getStorageLocation, { params: { locationID: id } });
    return { id, fullName };
  };
  const pickFrom = async (id: string | null) => setFrom(id ? await placeOf(id) : null);
  const pickTo = async (id: string | null) => setTo(id ? await placeOf(id) : null);

  const addItem = async (itemID: string, lotNumber = '') => {
    if (!from || !to) {
      setSaid('Choose both places first');
      return;
    }
    const item = await client.call(getItem, { params: { itemID } });
    const units = item.units.map(({ unit }) => unit);
    const scanned = {
      itemID,
      sku: item.sku,
      description: item.description,
      unitID: item.defaultUnit.id,
      units,
      lotNumber,
      from,
      to,
    };
    setLines((known) => withOneMore(known, scanned, newKey));
    setSaid(`${item.sku}${lotNumber ? `, lot ${lotNumber}` : ''}`);
  };

  const take = async (match: ScanMatch) => {
    if (match.type === 'item') return addItem(match.id);
    if (match.type === 'lot') {
      const lot = await client.call(getLot, { params: { lotID: match.id } });
      return addItem(lot.item.id, lot.lotNumber);
    }
    const place = { id: match.id, fullName: match.label };
    if (!from) setFrom(place);
    else setTo(place);
    return setSaid(`${from ? 'To' : 'From'} ${match.label}`);
  };
  const scan = async (text: string) => {
    try {
      const { matches } = await client.call(resolveScan, { body: { text } });
      const [first, second] = matches;
      if (!first) setSaid(`Nothing here has the code ${text}`);
      else if (second) setSaid(`${text} names ${matches.length} things; choose by hand`);
      else await take(first);
    } catch (error) {
      toast.error(error);
    }
  };
  useWedgeScanner((text) => void scan(text));

  const obstacle = moveObstacle(lines);
  const save = async () => {
    setProblem(null);
    try {
      await move.mutateAsync({
        body: {
          lines: lines.map((line) => ({
            itemID: line.itemID,
            quantity: { measure: Number(line.quantity), unitID: line.unitID },
            fromStorageLocationID: line.from.id,
            toStorageLocationID: line.to.id,
            ...(line.lotNumber ? { lotNumber: line.lotNumber } : {}),
          })),
          ...(reason ? { reason } : {}),
        },
      });
      toast.success(lines.length === 1 ? '1 item moved' : `${lines.length} lines moved`);
      setLines([]);
      setReason('');
      setSaid('');
    } catch (error) {
      if (error instanceof ApiError) setProblem(error);
      else toast.error(error);
    }
  };

  return (
    <>
      <PageHeader title="Move stock" />
      <Stack gap="md">
        <Panel title="Places">
          <Group grow align="start">
            <RecordPicker
              source={locationSource}
              value={from?.id ?? null}
              label="From"
              placeholder="Scan a place or type"
              autoFocus={!search.get('from')}
              onPick={(id) => void pickFrom(id)}
              clearable
            />
            <RecordPicker
              source={locationSource}
              value={to?.id ?? null}
              label="To"
              placeholder="Scan a place or type"
              onPick={(id) => void pickTo(id)}
              clearable
            />
          </Group>
        </Panel>
        <Panel title="Items">
          <Stack gap="sm">
            <RecordPicker
              key={lines.length}
              source={itemSource}
              value={null}
              label="Add an item"
              placeholder={from && to ? 'Scan an item or lot, or type' : 'Choose both places first'}
              disabled={!from || !to}
              onPick={(id) => id && void addItem(id)}
            />
            <Text size="sm" c="dimmed" role="status" aria-live="assertive">
              {said || 'A scanner works anywhere on this screen.'}
            </Text>
            <MoveLineTable lines={lines} onChange={setLines} problem={problem} />
            <TextInput
              label="Reason"
              value={reason}
              maxLength={500}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            <Group justify="end">
              <Text size="sm" c="dimmed">
                {obstacle}
              </Text>
              <Button disabled={obstacle !== undefined} loading={move.isPending} onClick={() => void save()}>
                Move
              </Button>
            </Group>
          </Stack>
        </Panel>
      </Stack>
    </>
  );
}
