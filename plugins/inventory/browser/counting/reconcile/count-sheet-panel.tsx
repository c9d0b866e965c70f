import { Alert, Button, Group, Stack, Switch, Table, Text } from '@mantine/core';
import {
  ApiError,
  EmptyState,
  ErrorState,
  formats,
  LinkText,
  LoadingState,
  toast,
  useClient,
  useConfirm,
  useEndpointMutation,
  useWedgeScanner,
} from '@millwright/core/browser';
import { undoChangeSet } from '@millwright/core/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { bulkReconcile, resolveScan, type ScanMatch } from '../../../contracts/index.ts';
import { useKeepsForOthers } from '../../catalogue/item/stock/owner-picker.tsx';
import { CountPreview, type CountPreviewData } from './count-preview.tsx';
import { CountRow } from './count-row.tsx';
import {
  countedRows,
  type SheetCounts,
  type SheetRow,
  scannedRow,
  withOneMoreCounted,
  withOwner,
  withSheetCount,
} from './count-sheet.ts';
import { type MovedRow, movedRows } from './moved-rows.ts';
import classes from './reconcile.module.css';
import { type CountSheet, foundRow, useCountSheet } from './use-count-sheet.ts';

interface CountOptions {
  /** Hides what the books say, so that nobody counts what is expected. */
  isBlind: boolean;
  /** A scan of an item counts one more; else it goes to the item's field. */
  isAdding: boolean;
}

interface CountSheetPanelProps extends CountOptions {
  place: { id: string; fullName: string };
  /** A place was scanned. */
  onPlace(locationID: string): void;
}

const fieldOf = (key: string): HTMLInputElement | null => document.querySelector(`[data-count="${CSS.escape(key)}"]`);

/** Puts the focus into the field of a row: of the first once the sheet is there, then of the row that is asked for. */
function useRowFocus(firstKey: string | undefined): (key: string) => void {
  const [wanted, setWanted] = useState<{ key: string } | null>(null);
  useEffect(() => {
    if (firstKey !== undefined && document.activeElement === document.body) fieldOf(firstKey)?.focus();
  }, [firstKey]);

  // Once the row is drawn; also of the row that has the focus already: what is typed now is the count.
  useEffect(() => {
    const field = wanted && fieldOf(wanted.key);
    field?.focus();
    field?.select();
  }, [wanted]);
  return (key) => setWanted({ key });
}

interface SheetScans {
  isAdding: boolean;
  isPaused: boolean;
  onPlace(locationID: string): void;
  /** An item was scanned: this is its row. */
  onRow(row: SheetRow): void;
  say(text: string): void;
}

/** Takes what is scanned to its row, and counts it. */
function useSheetScans({ rows, change }: CountSheet, { isAdding, isPaused, onPlace, onRow, say }: SheetScans): void {
  const client = useClient();
  const take = async (match: ScanMatch): Promise<void> => {
    if (match.type === 'location') {
      onPlace(match.id);
      return;
    }
    const itemID = match.itemID ?? match.id;
    const { row, isUnclear } = scannedRow(rows, itemID, match.type === 'lot' ? match.label : undefined);
    if (isUnclear) {
      say(`${match.label} lies here in several rows: scan the lot, or type`);
      return;
    }
    const target = row ?? (await foundRow(client, match));
    if (!target) return;
    if (isAdding || !target.isExpected) change((known) => withOneMoreCounted(known, target, formats().decimalMark));
    say(isAdding ? `${target.sku}: one more` : target.sku);
    onRow(target);
  };
  const scan = async (text: string): Promise<void> => {
    if (isPaused) return;
    try {
      const { matches } = await client.call(resolveScan, { body: { text } });
      const here = matches.find(({ itemID, id }) => rows.some((row) => row.itemID === (itemID ?? id)));
      const match = matches.length === 1 ? matches[0] : here;
      if (match) await take(match);
      else say(matches.length ? `${text} names ${matches.length} things` : `Nothing here has the code ${text}`);
    } catch (error) {
      toast.error(error);
    }
  };
  useWedgeScanner((text) => void scan(text));
}

/** A count in the books, and whose stock has moved meanwhile. */
interface WrittenCount {
  changeSetID: string;
  moved: readonly MovedRow[];
}

/** Looks at what a count would do, writes it and takes it back. */
function useCountWriting(
  place: CountSheetPanelProps['place'],
  counted: ReturnType<typeof countedRows>,
  onWritten: () => Promise<unknown>,
) {
  const client = useClient();
  const queries = useQueryClient();
  const confirm = useConfirm();
  const [preview, setPreview] = useState<CountPreviewData | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [written, setWritten] = useState<WrittenCount | null>(null);
  const reconcile = useEndpointMutation(bulkReconcile);

  const send = async (dryRun: boolean) => {
    setProblem(null);
    const data = counted.map(({ row, quantity, unit, seen }) => ({
      sku: row.sku,
      unit,
      quantity,
      lotNumber: row.lotNumber || null,
      expected: seen,
      ...(row.owner ? { customerID: row.owner.id } : {}),
    }));
    try {
      return await reconcile.mutateAsync({ body: { data, storageLocationID: place.id, dryRun } });
    } catch (error) {
      if (error instanceof ApiError && error.errors.length) setProblem(error);
      else toast.error(error);
      setPreview(null);
      return undefined;
    }
  };
  const look = async (): Promise<void> => {
    const answer = await send(true);
    if (answer) setPreview(answer);
  };
  const undo = async (changeSetID: string): Promise<void> => {
    try {
      await client.call(undoChangeSet, { params: { changeSetID }, body: {} });
      setWritten(null);
      await queries.invalidateQueries();
      toast.success('The count was taken back');
    } catch (error) {
      toast.error(error);
    }
  };
  const commit = async (): Promise<void> => {
    const moved = movedRows(preview?.items ?? []).length;
    const movedText = moved === 1 ? '1 row' : `${moved} rows`;
    const isSure = await confirm({
      title: `Write the count of ${place.fullName}?`,
      message: [
        `${preview?.changed ?? 0} of ${counted.length} rows differ from the books.`,
        'The count can be taken back as a whole.',
        moved > 0 && `Stock of ${movedText} has moved since it was counted: the count overwrites that.`,
      ]
        .filter(Boolean)
        .join(' '),
      confirmLabel: 'Write the count',
    });
    if (!isSure) return;
    const answer = await send(false);
    if (!answer) return;
    const { changeSetID } = answer;
    setPreview(null);
    setWritten(changeSetID ? { changeSetID, moved: movedRows(answer.items) } : null);
    await onWritten();
    if (changeSetID) toast.undo(`${place.fullName} was counted`, () => void undo(changeSetID));
  };
  return {
    preview,
    problem,
    written,
    isSending: reconcile.isPending,
    look,
    commit,
    leavePreview: () => setPreview(null),
    forgetProblem: () => setProblem(null),
    forgetWritten: () => setWritten(null),
  };
}

/** What came of the last count, and what the sheet cannot hold. */
function CountNews(props: { written: WrittenCount | null; problem: ApiError | null; isCut: boolean }) {
  const { written, problem, isCut } = props;
  return (
    <>
      {written && (
        <Alert color="green" title="The count is written">
          <LinkText to={`/dashboard/change-sets/${written.changeSetID}`}>
            Look at what changed, or take it back
          </LinkText>
          {written.moved.map(({ index, text }) => (
            <Text key={index} size="sm">
              {text}
            </Text>
          ))}
        </Alert>
      )}
      {problem && (
        <Alert color="red" title="Nothing was written" role="alert">
          {problem.message}
        </Alert>
      )}
      {isCut && (
        <Alert
          color="yellow"
          classNames={{ title: classes['warningTitle'] }}
          title="This place has more than a sheet can hold"
        >
          Count the places inside it, or import a file.
        </Alert>
      )}
    </>
  );
}

interface CountTableProps {
  rows: readonly SheetRow[];
  counts: SheetCounts;
  isBlind: boolean;
  errorOf(row: SheetRow): string | undefined;
  onCount(row: SheetRow, quantity: string, unit?: string): void;
  onMove(from: SheetRow, step: 1 | -1): void;
  /** Undefined where nobody else's stock is kept. */
  onOwner: ((row: SheetRow, owner: SheetRow['owner']) => void) | undefined;
}

function CountTable({ rows, counts, isBlind, errorOf, onCount, onMove, onOwner }: CountTableProps) {
  return (
    <Table.ScrollContainer minWidth={720}>
      <Table className={classes['table']}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Item</Table.Th>
            <Table.Th scope="col">Lot</Table.Th>
            <Table.Th scope="col">Owner</Table.Th>
            {!isBlind && <Table.Th scope="col">In the books</Table.Th>}
            <Table.Th scope="col">Counted</Table.Th>
            <Table.Th scope="col">Unit</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <CountRow
              key={row.key}
              row={row}
              counted={counts[row.key]}
              isBlind={isBlind}
              error={errorOf(row)}
              onCount={(quantity, unit) => onCount(row, quantity, unit)}
              onMove={(step) => onMove(row, step)}
              onOwner={onOwner && !row.isExpected ? (owner) => onOwner(row, owner) : undefined}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The sheet of one place: count, look at what it would do, write it. */
export function CountSheetPanel({ place, isBlind, isAdding, onPlace }: CountSheetPanelProps) {
  const sheet = useCountSheet(place.id);
  const { query, rows, counts, change } = sheet;
  const [isComplete, setComplete] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const keepsForOthers = useKeepsForOthers();
  const counted = countedRows(rows, counts, isComplete, formats().decimalMark);
  const writing = useCountWriting(place, counted, () => {
    setComplete(false);
    change(() => ({}));
    return query.refetch();
  });
  const { preview, problem } = writing;
  const focusRow = useRowFocus(query.data?.rows[0]?.key);
  useSheetScans(sheet, {
    isAdding,
    isPaused: preview !== null,
    onPlace,
    onRow: ({ key }) => {
      writing.forgetWritten();
      focusRow(key);
    },
    say: setAnnouncement,
  });

  const count = (row: SheetRow, quantity: string, unit?: string): void => {
    writing.forgetProblem();
    change((known) => withSheetCount(known, row, quantity, unit));
  };
  const setOwner = (row: SheetRow, owner: SheetRow['owner']): void => {
    const next = withOwner(counts, row, owner);
    if (!next) {
      setAnnouncement(`${row.sku} of ${owner?.name ?? 'our own stock'} has a row already`);
      return;
    }
    writing.forgetProblem();
    change(() => next.counts);
    focusRow(next.key);
  };
  const move = (from: SheetRow, step: 1 | -1): void => {
    const next = rows[rows.indexOf(from) + step];
    if (next) fieldOf(next.key)?.focus();
    else if (step === 1) document.getElementById('count-preview')?.focus();
  };

  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} what="stock" />;
  if (!query.data) return <LoadingState />;
  if (preview)
    return (
      <CountPreview
        preview={preview}
        lotOf={(index) => counted[index]?.row.lotNumber ?? ''}
        isSaving={writing.isSending}
        onBack={writing.leavePreview}
        onCommit={() => void writing.commit()}
      />
    );
  const errorOf = (row: SheetRow): string | undefined => {
    const at = counted.findIndex((each) => each.row === row);
    return problem?.errors.find(({ path }) => path.startsWith(`data.${at}.`))?.message;
  };
  const others = rows.length - counted.length;
  return (
    <Stack gap="md">
      <Text role="status" aria-live="polite" size="sm" c="dimmed">
        {announcement || 'Scan an item, or type quantities: Enter goes to the next row.'}
      </Text>
      <CountNews written={writing.written} problem={problem} isCut={sheet.isCut} />
      {rows.length === 0 ? (
        <EmptyState title="Nothing is expected here" text="Scan what lies here: every item you find gets a row." />
      ) : (
        <CountTable
          rows={rows}
          counts={counts}
          isBlind={isBlind}
          errorOf={errorOf}
          onCount={count}
          onMove={move}
          onOwner={keepsForOthers ? setOwner : undefined}
        />
      )}
      <Group justify="space-between" className={classes['bar']}>
        <Switch
          size="md"
          label="Rows that nobody counted are 0"
          checked={isComplete}
          disabled={rows.length === 0}
          onChange={(event) => setComplete(event.currentTarget.checked)}
        />
        <Group>
          <Text c="dimmed" size="sm">
            {`${counted.length} counted${others > 0 ? `, ${others} not` : ''}`}
          </Text>
          <Button
            id="count-preview"
            size="md"
            disabled={counted.length === 0}
            loading={writing.isSending}
            onClick={() => void writing.look()}
          >
            Look at the differences
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}
