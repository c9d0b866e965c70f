import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import {
  ApiError,
  type Client,
  PageHeader,
  Panel,
  RecordPicker,
  toast,
  useClient,
  useEndpointMutation,
  useWedgeScanner,
} from '@millwright/core/browser';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  getItem,
  getLot,
  getStorageLocation,
  type LocationStockRow,
  listLocationStock,
  moveInventory,
  resolveScan,
  type ScanMatch,
  voidInventoryChanges,
} from '../../../contracts/index.ts';
import { useKeepsForOthers } from '../../catalogue/item/stock/owner-picker.tsx';
import { itemSource, locationSource } from '../../record-sources.ts';
import { LyingStock } from './lying-stock.tsx';
import { MoveLineTable } from './move-line-table.tsx';
import { lineOfRow, type MoveLine, type MovePlace, moveObstacle, movesOf, withOneMoreMoved } from './move-lines.ts';

interface Places {
  from: MovePlace | null;
  to: MovePlace | null;
}
const nowhere: Places = { from: null, to: null };

let lastKey = 0;
const newKey = (): string => {
  lastKey += 1;
  return String(lastKey);
};

const placeOf = async (client: Client, id: string): Promise<MovePlace> => {
  const { fullName } = await client.call(getStorageLocation, { params: { locationID: id } });
  return { id, fullName };
};

/** State of the move: its places and lines. */
function useMoveDraft() {
  const client = useClient();
  const [places, setPlaces] = useState<Places>(nowhere);
  // A ref, because a second scan may come before the first is rendered, and must see its result.
  const chosen = useRef<Places>(nowhere);
  const [lines, setLines] = useState<readonly MoveLine[]>([]);
  const [announcement, setAnnouncement] = useState('');

  const choose = (next: Partial<Places>) => {
    chosen.current = { ...chosen.current, ...next };
    setPlaces(chosen.current);
    const { to: goal } = next;
    if (goal) setLines((known) => known.map((line) => (line.to ? line : { ...line, to: goal })));
  };
  const take = (rows: readonly LocationStockRow[], isChosen: boolean) =>
    setLines((known) => {
      const others = known.filter(({ lying }) => !rows.some(({ id }) => id === lying?.id));
      const goal = chosen.current.to;
      return isChosen ? [...others, ...rows.map((row) => ({ ...lineOfRow(row), key: newKey(), to: goal }))] : others;
    });
  const pick = async (side: keyof Places, id: string | null) => {
    try {
      choose({ [side]: id ? await placeOf(client, id) : null });
    } catch (error) {
      toast.error(error);
    }
  };
  const addItem = async (itemID: string, lotNumber = '') => {
    const { from, to } = chosen.current;
    if (!from || !to) {
      setAnnouncement('Choose both places first');
      return;
    }
    const item = await client.call(getItem, { params: { itemID } });
    const scanned = {
      itemID,
      sku: item.sku,
      description: item.description,
      unit: { id: item.defaultUnit.id, name: item.defaultUnit.name },
      lotNumber,
      owner: null,
      from,
      to,
    };
    setLines((known) => withOneMoreMoved(known, scanned, newKey));
    setAnnouncement(`${item.sku}${lotNumber ? `, lot ${lotNumber}` : ''}`);
  };
  return { places, chosen, lines, setLines, announcement, setAnnouncement, choose, pick, take, addItem };
}

type MoveDraft = ReturnType<typeof useMoveDraft>;

/** Begins with the place and stock of the address. */
function useStartOfMove({ choose, take }: MoveDraft): void {
  const client = useClient();
  const [search] = useSearchParams();
  const begin = useEffectEvent(async () => {
    const locationID = search.get('from');
    if (!locationID) return;
    try {
      choose({ from: await placeOf(client, locationID) });
      const ids = new Set(search.getAll('ids'));
      if (ids.size === 0) return;
      const query = { isBelowIncluded: true, take: 500 };
      const { items } = await client.call(listLocationStock, { params: { locationID }, query });
      take(
        items.filter(({ id }) => ids.has(id)),
        true,
      );
    } catch (error) {
      toast.error(error);
    }
  });
  useEffect(() => void begin(), []);
}

/** Handles scans: places first, then items. */
function useMoveScans({ chosen, choose, addItem, setAnnouncement }: MoveDraft): void {
  const client = useClient();
  // Scans are handled one after another.
  const lastScan = useRef(Promise.resolve());
  const takeScan = async (match: ScanMatch) => {
    if (match.type === 'item') return addItem(match.id);
    if (match.type === 'lot') {
      const lot = await client.call(getLot, { params: { lotID: match.id } });
      return addItem(lot.item.id, lot.lotNumber);
    }
    const place = { id: match.id, fullName: match.label };
    const side = chosen.current.from ? 'to' : 'from';
    choose({ [side]: place });
    return setAnnouncement(`${side === 'to' ? 'To' : 'From'} ${match.label}`);
  };
  const scan = async (text: string) => {
    try {
      const { matches } = await client.call(resolveScan, { body: { text } });
      const [first, second] = matches;
      if (!first) setAnnouncement(`Nothing here has the code ${text}`);
      else if (second) setAnnouncement(`${text} names ${matches.length} things; choose by hand`);
      else await takeScan(first);
    } catch (error) {
      toast.error(error);
    }
  };
  useWedgeScanner((text) => {
    lastScan.current = lastScan.current.then(() => scan(text));
  });
}

interface PlacesPanelProps extends Places {
  onPick(side: keyof Places, id: string | null): Promise<void>;
}

function PlacesPanel({ from, to, onPick }: PlacesPanelProps) {
  const picker = (side: keyof Places, label: string, place: MovePlace | null) => (
    <RecordPicker
      source={locationSource}
      value={place?.id ?? null}
      label={label}
      placeholder="Scan a place or type"
      onPick={(id) => void onPick(side, id)}
      clearable
    />
  );
  return (
    <Panel title="Places">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {picker('from', 'From', from)}
        {picker('to', 'To', to)}
      </SimpleGrid>
    </Panel>
  );
}

/**
 * Moves stock: two places, then items, chosen in the source place's stock, by scanner or keyboard. The first scanned
 * place is the source, the second the target; every further scan of an item adds one. An address with `from` begins
 * with that place, and with `ids` also with these rows of its stock.
 */
export function MoveStockScreen() {
  const draft = useMoveDraft();
  const { places, lines, setLines, announcement, setAnnouncement, pick, take, addItem } = draft;
  const { from, to } = places;
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<ApiError | null>(null);
  const keepsForOthers = useKeepsForOthers();
  const move = useEndpointMutation(moveInventory);
  const undo = useEndpointMutation(voidInventoryChanges);
  useStartOfMove(draft);
  useMoveScans(draft);

  const obstacle = moveObstacle(lines);
  const save = async () => {
    setProblem(null);
    try {
      const moved = await move.mutateAsync({ body: { lines: movesOf(lines), ...(reason ? { reason } : {}) } });
      const inventoryChangeLogIDs = moved.items.map(({ id }) => id);
      toast.undo(lines.length === 1 ? '1 item moved' : `${lines.length} lines moved`, () =>
        undo.mutateAsync({ body: { inventoryChangeLogIDs, reason: 'Undone' } }),
      );
      setLines([]);
      setReason('');
      setAnnouncement('');
    } catch (error) {
      if (error instanceof ApiError) setProblem(error);
      else toast.error(error);
    }
  };

  return (
    <>
      <PageHeader title="Move stock" />
      <Stack gap="md" p="md" maw={1200}>
        <PlacesPanel {...places} onPick={pick} />
        <Panel title="Items">
          <Stack gap="sm">
            {from && (
              <LyingStock
                key={from.id}
                place={from}
                chosen={new Set(lines.flatMap(({ lying }) => lying?.id ?? []))}
                onToggle={take}
              />
            )}
            <RecordPicker
              key={lines.length}
              source={itemSource}
              value={null}
              label="Add an item"
              placeholder={from && to ? 'Scan an item or lot, or type' : 'Choose both places first'}
              disabled={!from || !to}
              onPick={(id) => id && void addItem(id).catch((error: unknown) => toast.error(error))}
            />
            <Text size="sm" c="dimmed" role="status" aria-live="assertive">
              {announcement || 'A scanner works anywhere on this screen.'}
            </Text>
            <MoveLineTable lines={lines} onChange={setLines} problem={problem} asksOwner={keepsForOthers} />
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
