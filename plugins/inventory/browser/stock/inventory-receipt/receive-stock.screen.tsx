import { Text } from '@mantine/core';
import {
  ApiError,
  DateField,
  FormRow,
  FormScreen,
  FormSection,
  type LineColumn,
  LineTable,
  RecordSelect,
  TextField,
  toast,
  useClient,
  useEndpointMutation,
  useSession,
  useWedgeScanner,
} from '@millwright/core/browser';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import {
  getItem,
  getLot,
  type Item,
  receiveInventory,
  resolveScan,
  type ScanMatch,
  voidInventoryChanges,
} from '../../../contracts/index.ts';
import { itemSource, locationSource, partySource } from '../../record-sources.ts';
import { newReceiveLine, type ReceiveLine, receiptBodyOf, receiveSchema, withScanned } from './receive-lines.ts';

/** Receives a delivery with costs, places and lots; stays open for the next delivery. */
export function ReceiveStockScreen() {
  const session = useSession();
  const [search] = useSearchParams();
  const receive = useEndpointMutation(receiveInventory);
  const undo = useEndpointMutation(voidInventoryChanges);
  return (
    <FormScreen
      title="Receive stock"
      back={{ href: '/dashboard/inventory-receipts', label: 'inventory receipts' }}
      wide
      schema={receiveSchema}
      values={{
        storageLocationID: search.get('storageLocationID'),
        lines: [{ ...newReceiveLine(), itemID: search.get('itemID') ?? '' }],
      }}
      canSave={session.can('inventory:update')}
      saveLabel="Receive"
      onSave={async (values) => {
        const { body, rows } = receiptBodyOf(values);
        try {
          const { items } = await receive.mutateAsync({ body });
          const [first] = items;
          const one = first && `${first.quantity.measure} ${first.quantity.unit} of ${first.item.sku}`;
          toast.undo(
            items.length === 1 && first
              ? `${one} received in ${first.storageLocation.fullName}`
              : `${items.length} lines received`,
            () => undo.mutateAsync({ body: { inventoryChangeLogIDs: items.map(({ id }) => id), reason: 'Undone' } }),
          );
          return '/dashboard/inventory-receipts?sortBy=newestReceiptAt&sortOrder=desc';
        } catch (error) {
          throw atRows(error, rows);
        }
      }}
    >
      <FormSection wide title="Delivery">
        <FormRow>
          <RecordSelect
            name="storageLocationID"
            label="Storage location"
            source={locationSource}
            description="Of lines that name none; empty: the default place"
            clearable
          />
          <TextField name="reference" label="Came with" description="Purchase order or delivery note" />
          <DateField name="receivedAt" label="Received on" description="Empty: now" />
        </FormRow>
        <FormRow>
          <RecordSelect
            name="customerID"
            label="Belongs to"
            source={partySource()}
            description="Empty: our own stock; a customer whose goods we keep"
            clearable
          />
          <TextField name="reason" label="Remark" description="Kept with the changes of stock" />
        </FormRow>
      </FormSection>
      <ReceiveLines />
    </FormScreen>
  );
}

/** Moves the errors of a refusal to the visible rows, which may follow blank ones. */
function atRows(error: unknown, rows: readonly number[]): unknown {
  if (!(error instanceof ApiError) || error.errors.length === 0) return error;
  const { message, code, status, requestID, details } = error;
  const errors = error.errors.map((entry) => ({
    ...entry,
    path: entry.path.replace(/^lines\.(\d+)/, (whole, index: string) => {
      const row = rows[Number(index)];
      return row === undefined ? whole : `lines.${row}`;
    }),
  }));
  return new ApiError({ message, code, status, requestID, details, errors, cause: error });
}

const itemKey = (itemID: string) => ['receive-item', itemID];

function ReceiveLines() {
  const client = useClient();
  const queries = useQueryClient();
  const { getValues, setValue } = useFormContext();
  const lines = (useWatch({ name: 'lines' }) ?? []) as ReceiveLine[];
  const [announcement, setAnnouncement] = useState('');
  const lastScan = useRef(Promise.resolve());
  const reading = (itemID: string) => ({
    queryKey: itemKey(itemID),
    queryFn: () => client.call(getItem, { params: { itemID } }),
    staleTime: 300_000,
  });
  const read = (itemID: string): Promise<Item> => queries.fetchQuery(reading(itemID));
  const ids = [...new Set(lines.flatMap(({ itemID }) => itemID || []))];
  const found = useQueries({ queries: ids.map(reading) });
  const known = found.flatMap(({ data }) => data ?? []);
  const signature = known.map(({ id }) => id).join();
  const items = useMemo(() => new Map(known.map((item) => [item.id, item])), [signature]);

  // Items that come with the address use their own unit, like items that are chosen in the form.
  useEffect(() => {
    for (const [row, line] of lines.entries()) {
      const item = items.get(line.itemID);
      if (item && !line.unitID) setValue(`lines.${row}.unitID`, item.defaultUnit.id);
    }
  }, [items]);

  const addItem = async (itemID: string, lotNumber: string | null = null) => {
    const item = await read(itemID);
    const scanned = { itemID, unitID: item.defaultUnit.id, lotNumber };
    setValue('lines', withScanned(getValues('lines') as ReceiveLine[], scanned), { shouldDirty: true });
    setAnnouncement(`${item.sku}${lotNumber ? `, lot ${lotNumber}` : ''}`);
  };
  const take = async (match: ScanMatch) => {
    if (match.type === 'item') return addItem(match.id);
    if (match.type === 'lot') {
      const lot = await client.call(getLot, { params: { lotID: match.id } });
      return addItem(lot.item.id, lot.lotNumber);
    }
    setValue('storageLocationID', match.id, { shouldDirty: true });
    return setAnnouncement(`Into ${match.label}`);
  };
  const scan = async (text: string) => {
    try {
      const { matches } = await client.call(resolveScan, { body: { text } });
      const [first, second] = matches;
      if (!first) setAnnouncement(`Nothing here has the code ${text}`);
      else if (second) setAnnouncement(`${text} names ${matches.length} things; choose by hand`);
      else await take(first);
    } catch (error) {
      toast.error(error);
    }
  };
  // Scans are handled one after another: a second one may come before the first is answered.
  useWedgeScanner((text) => {
    lastScan.current = lastScan.current.then(() => scan(text));
  });

  const columns = useMemo<readonly LineColumn<ReceiveLine>[]>(
    () => [
      {
        kind: 'record',
        id: 'itemID',
        header: 'Item',
        source: itemSource,
        width: 220,
        below: ({ itemID }) => items.get(itemID)?.description,
        onPick: async (option) => (option ? { unitID: (await read(option.value)).defaultUnit.id } : undefined),
      },
      { kind: 'number', id: 'quantity', header: 'Quantity', width: 110 },
      {
        kind: 'select',
        id: 'unitID',
        header: 'Unit',
        width: 120,
        options: ({ itemID }) =>
          (items.get(itemID)?.units ?? []).map(({ unit }) => ({ value: unit.id, label: unit.name })),
      },
      { kind: 'unitPrice', id: 'unitCost', header: 'Unit cost', width: 120, placeholder: 'average' },
      { kind: 'text', id: 'lotNumber', header: 'Lot', width: 130 },
      { kind: 'record', id: 'storageLocationID', header: 'Place', source: locationSource, width: 220 },
    ],
    [items],
  );
  return (
    <FormSection
      wide
      title="What came"
      description="Scan items, lots and places anywhere on this screen, type, or paste SKU and quantity."
    >
      <Text size="sm" c="dimmed" role="status" aria-live="assertive">
        {announcement}
      </Text>
      <LineTable<ReceiveLine> name="lines" columns={columns} newLine={newReceiveLine} least={1} />
    </FormSection>
  );
}
