import { Anchor, Text } from '@mantine/core';
import {
  FormSection,
  type LineColumn,
  LineTable,
  Money,
  StatusBadge,
  toast,
  useShortcut,
} from '@millwright/core/browser';
import { useCallback, useMemo, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import classes from '../../../document/order-form.module.css';
import { newPurchaseLine, type PurchaseFormLine } from './purchase-form-values.ts';
import { purchaseItemSource } from './purchase-item-source.ts';
import {
  convertPurchasePrice,
  leastQuantity,
  lineSum,
  orderSum,
  supplierPrice,
  usualUnit,
} from './purchase-pricing.ts';
import { type PurchaseItem, usePurchaseItems } from './use-purchase-items.ts';

/** Unit and price that a line gets when its item is picked. */
function lineOfItem(known: PurchaseItem, line: PurchaseFormLine): Partial<PurchaseFormLine> {
  const unitID = usualUnit(known);
  // A new line can already have a price, typed while its item was still loading.
  const wasTyped = !line.unitID && typeof line.unitPrice === 'number';
  return wasTyped ? { unitID } : { unitID, unitPrice: supplierPrice(known, unitID) ?? null };
}

/** Unit and converted price of a line after a change of its unit. */
function lineInUnit(known: PurchaseItem | undefined, line: PurchaseFormLine, unitID: string) {
  const before = line.unitID ?? (known && usualUnit(known));
  if (!known || !before || typeof line.unitPrice !== 'number') return {};
  const price = convertPurchasePrice(known.item, line.unitPrice, before, unitID);
  return price === undefined ? {} : { unitPrice: price };
}

/** Warns about a quantity below the supplier's minimum, with a button that raises it. */
function LineNotice({
  line,
  known,
  index,
}: {
  line: PurchaseFormLine;
  known: PurchaseItem | undefined;
  index: number;
}) {
  const { setValue } = useFormContext();
  if (!known) return null;
  const unitID = line.unitID ?? usualUnit(known);
  const least = leastQuantity(known, unitID);
  if (least !== undefined && typeof line.quantity === 'number' && line.quantity < least)
    return (
      <span className={classes['limit']}>
        <StatusBadge tone="warning">Least is {least}</StatusBadge>
        <Anchor
          component="button"
          type="button"
          size="xs"
          onClick={() => setValue(`lines.${index}.quantity`, least, { shouldDirty: true, shouldValidate: true })}
        >
          Raise
        </Anchor>
      </span>
    );
  return (
    <Text size="xs" c="dimmed" component="span">
      {known.terms
        ? [known.terms.supplierPartNumber, known.terms.leadTimeDays !== null && `${known.terms.leadTimeDays} days`]
            .filter(Boolean)
            .join(' · ')
        : 'Not supplied: enter a price'}
    </Text>
  );
}

/** Lines of a purchase order form with current totals. */
export function PurchaseLines({ supplierID }: { supplierID: string }) {
  const { getValues } = useFormContext();
  const lines = (useWatch({ name: 'lines' }) ?? []) as PurchaseFormLine[];
  const { items, read } = usePurchaseItems(
    supplierID,
    lines.map(({ itemID }) => itemID ?? ''),
  );
  const source = useMemo(() => purchaseItemSource(supplierID), [supplierID]);
  const table = useRef<HTMLDivElement>(null);
  const goToLines = () => {
    const inputs = [...(table.current?.querySelectorAll<HTMLInputElement>('input[data-path$=".itemID"]') ?? [])];
    (inputs.find(({ value }) => value === '') ?? inputs.at(-1))?.focus();
  };
  useShortcut('alt+l', goToLines, { label: 'Go to the lines', group: 'Form', inInputs: true });
  const onPickItem = useCallback(
    async (option: { value: string } | null, line: PurchaseFormLine) => {
      if (!option) return undefined;
      try {
        return lineOfItem(await read(option.value), line);
      } catch (error) {
        toast.error(error);
        return undefined;
      }
    },
    [read],
  );
  const columns = useMemo<readonly LineColumn<PurchaseFormLine>[]>(
    () => [
      {
        kind: 'record',
        id: 'itemID',
        header: 'Item',
        source,
        onPick: onPickItem,
        below: ({ itemID }) => items.get(itemID)?.item.description,
      },
      { kind: 'number', id: 'quantity', header: 'Quantity', width: 96 },
      {
        kind: 'select',
        id: 'unitID',
        header: 'Unit',
        width: 120,
        options: ({ itemID }) =>
          (items.get(itemID)?.item.units ?? []).map(({ unit }) => ({ value: unit.id, label: unit.name })),
        onPick: (option, line) => (option ? lineInUnit(items.get(line.itemID), line, option.value) : undefined),
      },
      { kind: 'unitPrice', id: 'unitPrice', header: 'Unit price', width: 120 },
      {
        kind: 'computed',
        id: 'total',
        header: 'Total',
        align: 'end',
        width: 110,
        render: (line) => <Money value={lineSum(line, items)} />,
      },
      {
        kind: 'computed',
        id: 'notice',
        header: 'Supplier',
        width: 170,
        render: (line, index) => <LineNotice line={line} known={items.get(line.itemID)} index={index} />,
      },
      { kind: 'number', id: 'lineItemNumber', header: 'Line no.', width: 72, placeholder: 'auto' },
    ],
    [items, onPickItem, source],
  );
  const counted = lines.filter(({ itemID }) => itemID).length;
  return (
    <FormSection
      wide
      title="Lines"
      description="Type a SKU or the supplier's number; paste SKU and quantity from a spreadsheet. Alt+L jumps here."
    >
      <div ref={table}>
        <LineTable<PurchaseFormLine>
          name="lines"
          columns={columns}
          newLine={newPurchaseLine}
          footer={() => (
            <div className={classes['total']}>
              <Text span size="sm" c="dimmed">
                {counted === 1 ? '1 line' : `${counted} lines`}
              </Text>
              <Text span size="sm">
                Order total
              </Text>
              <b>
                <Money value={orderSum((getValues('lines') ?? []) as PurchaseFormLine[], items)} />
              </b>
            </div>
          )}
        />
      </div>
    </FormSection>
  );
}
