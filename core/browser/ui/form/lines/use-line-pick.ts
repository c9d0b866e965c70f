import { type FieldValues, useFormContext } from 'react-hook-form';
import type { Option } from '../../record/record-source.ts';
import type { EditableColumn, Line } from './line-cell.tsx';

type LinePick<L extends Line> = (row: number, column: EditableColumn<L>, option: Option | null) => Promise<void>;

/** Sets further fields of a line after a pick in a column. */
export function useLinePick<L extends Line>(name: string): LinePick<L> {
  const form = useFormContext<FieldValues>();
  return async (row, column, option) => {
    if ((column.kind !== 'record' && column.kind !== 'select') || !column.onPick) return;
    const before = form.getValues(`${name}.${row}`) as L;
    const shown = { ...before };
    const patch = await column.onPick(option, before);
    // Values entered while the reply was on its way are kept.
    for (const [field, value] of Object.entries(patch ?? {}))
      if (Object.is(form.getValues(`${name}.${row}.${field}`), shown[field]))
        form.setValue(`${name}.${row}.${field}`, value, { shouldDirty: true });
  };
}
