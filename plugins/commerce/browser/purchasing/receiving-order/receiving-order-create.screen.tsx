import {
  FormSection,
  type LineColumn,
  LineTable,
  NoteField,
  RecordForm,
  RecordSelect,
  toast,
} from '@millwright/core/browser';
import { noteText, positiveMeasure } from '@millwright/core/contracts';
import { useCallback, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { createReceivingOrder, createReceivingOrderBody } from '../../../contracts/index.ts';
import { withFormPaths } from '../../document/with-form-paths.ts';
import { supplierSource } from '../../sources/record-sources.ts';
import { purchaseItemSource } from '../purchase-order/form/purchase-item-source.ts';
import { supplierPrice, usualUnit } from '../purchase-order/form/purchase-pricing.ts';
import { usePurchaseItems } from '../purchase-order/form/use-purchase-items.ts';

interface FormLine extends Record<string, unknown> {
  itemID: string;
  quantity: number | null;
  unitID: string | null;
  unitCost: number | null;
}

const newLine = (): FormLine => ({ itemID: '', quantity: null, unitID: null, unitCost: null });
const isBlank = (line: unknown): boolean =>
  typeof line === 'object' && line !== null && Object.values(line).every((value) => !value);

const { itemID, unitCost } = createReceivingOrderBody.shape.lines.element.shape;
const schema = z.object({
  supplierID: createReceivingOrderBody.shape.supplierID,
  note: noteText.nullish(),
  // Blank lines stay as undefined entries, so that errors name the row on the screen.
  lines: z.array(
    z.preprocess(
      (entry) => (isBlank(entry) ? undefined : entry),
      z
        .object({
          itemID,
          quantity: z.preprocess(
            (value) => value ?? undefined,
            z.number({ error: 'Quantity is required' }).pipe(positiveMeasure),
          ),
          unitID: z.string().nullish(),
          unitCost,
        })
        .optional(),
    ),
  ),
});

function Fields() {
  const picked: unknown = useWatch({ name: 'supplierID' });
  const supplierID = typeof picked === 'string' ? picked : '';
  const lines = (useWatch({ name: 'lines' }) ?? []) as FormLine[];
  const { items, read } = usePurchaseItems(
    supplierID,
    lines.map((line) => line.itemID ?? ''),
  );
  const source = useMemo(() => purchaseItemSource(supplierID), [supplierID]);
  const onPick = useCallback(
    async (option: { value: string } | null): Promise<Partial<FormLine> | undefined> => {
      if (!option) return undefined;
      try {
        const known = await read(option.value);
        const unitID = usualUnit(known);
        return { unitID, unitCost: supplierPrice(known, unitID) ?? null };
      } catch (error) {
        toast.error(error);
        return undefined;
      }
    },
    [read],
  );
  const columns = useMemo<readonly LineColumn<FormLine>[]>(
    () => [
      { kind: 'record', id: 'itemID', header: 'Item', source, width: 190, onPick },
      {
        kind: 'computed',
        id: 'description',
        header: 'Description',
        width: 300,
        render: (line) => items.get(line.itemID)?.item.description,
      },
      { kind: 'number', id: 'quantity', header: 'Quantity', width: 100 },
      {
        kind: 'select',
        id: 'unitID',
        header: 'Unit',
        width: 120,
        options: (line) =>
          (items.get(line.itemID)?.item.units ?? []).map(({ unit }) => ({ value: unit.id, label: unit.name })),
      },
      { kind: 'unitPrice', id: 'unitCost', header: 'Unit cost', width: 120 },
    ],
    [items, onPick, source],
  );
  return (
    <>
      <FormSection title="Goods" description="For what comes without a purchase order: it is expected today.">
        <RecordSelect
          name="supplierID"
          label="Supplier"
          source={supplierSource}
          required
          placeholder="Name or number"
          autoFocus
        />
        <NoteField name="note" label="Note" rows={2} />
      </FormSection>
      <FormSection wide title="Lines" description="Type a SKU or the supplier's number.">
        <LineTable<FormLine> name="lines" columns={columns} newLine={newLine} />
      </FormSection>
    </>
  );
}

const record = {
  words: ['receiving order', 'receiving'],
  create: createReceivingOrder,
  createBody: schema,
} as const;

/** Form for goods without a purchase order: items, supplier and costs. */
export function ReceivingOrderCreateScreen() {
  return (
    <RecordForm
      record={record}
      wide
      createTitle="Goods without an order"
      createLabel="Create receiving order"
      name={({ number }) => `Receiving order ${number}`}
      savedText={({ number }) => `Receiving order ${number} created`}
      blank={{ supplierID: '', note: null, lines: [newLine()] }}
      save={async (send, values) => {
        const lines = values.lines.flatMap((line) =>
          line
            ? {
                itemID: line.itemID,
                quantity: line.unitID ? { measure: line.quantity, unitID: line.unitID } : line.quantity,
                unitCost: line.unitCost ?? null,
              }
            : [],
        );
        try {
          return await send({ supplierID: values.supplierID, note: values.note ?? null, lines });
        } catch (error) {
          throw withFormPaths(error, values, 'itemID');
        }
      }}
    >
      <Fields />
    </RecordForm>
  );
}
