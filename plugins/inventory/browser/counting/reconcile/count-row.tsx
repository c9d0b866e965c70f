import { NativeSelect, Table, Text, TextInput } from '@mantine/core';
import { formats, Quantity, StatusBadge, useEndpoint } from '@millwright/core/browser';
import { type KeyboardEvent, useState } from 'react';
import { getItem } from '../../../contracts/index.ts';
import { OwnerPicker } from '../../catalogue/item/stock/owner-picker.tsx';
import { type CountedStock, quantityFault, type SheetRow } from './count-sheet.ts';
import classes from './reconcile.module.css';

interface CountRowProps {
  row: SheetRow;
  counted: CountedStock | undefined;
  isBlind: boolean;
  error: string | undefined;
  onCount(quantity: string, unit?: string): void;
  /** Enter and the arrows: 1 is the next row. */
  onMove(step: 1 | -1): void;
  /** Says whose it is; absent where that is known, or all stock is our own. */
  onOwner: ((owner: SheetRow['owner']) => void) | undefined;
}

/** A row of the count sheet: what is expected, and the field of what was counted. */
export function CountRow({ row, counted, isBlind, error, onCount, onMove, onOwner }: CountRowProps) {
  const [isTouched, setTouched] = useState(false);
  const item = useEndpoint(
    getItem,
    { params: { itemID: row.itemID } },
    { enabled: isTouched || counted !== undefined, staleTime: 300_000 },
  );
  const text = counted?.quantity ?? '';
  const unit = counted?.unit ?? row.unit;
  const units = item.data?.units.map((each) => each.unit.name) ?? [];
  const fault = quantityFault(text, formats().decimalMark);
  const name = [row.sku, row.lotNumber && `lot ${row.lotNumber}`, row.owner?.name].filter(Boolean).join(', ');
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
    if (!step) return;
    event.preventDefault();
    onMove(step);
  };
  return (
    <Table.Tr className={text.trim() && !fault ? classes['counted'] : undefined}>
      <Table.Th scope="row">
        <span className={classes['sku']}>{row.sku}</span>
        <Text size="sm" c="dimmed" lineClamp={1}>
          {row.description}
        </Text>
      </Table.Th>
      <Table.Td>{row.lotNumber}</Table.Td>
      <Table.Td>
        {onOwner ? <OwnerPicker label={`Owner of ${name}`} owner={row.owner} onPick={onOwner} /> : row.owner?.name}
      </Table.Td>
      {!isBlind && (
        <Table.Td className={classes['number']}>
          {row.isExpected ? (
            <Quantity value={row.expected} unit={row.unit} />
          ) : (
            <StatusBadge tone="warning">Not expected</StatusBadge>
          )}
        </Table.Td>
      )}
      <Table.Td>
        <TextInput
          className={classes['input']}
          aria-label={`Count of ${name}`}
          data-count={row.key}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={error ?? fault}
          onChange={(event) => onCount(event.currentTarget.value)}
          onFocus={(event) => {
            setTouched(true);
            event.currentTarget.select();
          }}
          onKeyDown={onKeyDown}
        />
      </Table.Td>
      <Table.Td>
        <NativeSelect
          className={classes['unit']}
          aria-label={`Unit of ${name}`}
          value={unit}
          data={units.includes(unit) ? units : [unit, ...units]}
          onFocus={() => setTouched(true)}
          onChange={(event) => onCount(text, event.currentTarget.value)}
        />
      </Table.Td>
    </Table.Tr>
  );
}
