import { NumberInput, Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formats } from '../../../format/format.ts';
import { type FieldProps, useField } from '../fields.tsx';
import classes from './measure-field.module.css';

/** A selectable unit. */
export interface UnitChoice {
  id: string;
  name: string;
}

interface Measure {
  measure: number | null;
  unitID: string;
}

const separator = (): string =>
  new Intl.NumberFormat(formats().settings.locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ??
  '.';

const numberOf = (shown: string | number): number | null => (shown === '' || shown === '-' ? null : Number(shown));

/**
 * A quantity with its unit: the form contains `{measure, unitID}` like the API, or null. If its unit is no longer
 * selectable, because another unit group was chosen, the first one replaces it.
 */
export function MeasureField(
  props: FieldProps & { units: readonly UnitChoice[]; defaultUnitID?: string | undefined; isSigned?: boolean },
) {
  const { input, value, onChange, onBlur, ref } = useField(props);
  const held = (value ?? null) as Measure | null;
  const [typed, setTyped] = useState<string | number>('');
  const [picked, setPicked] = useState<string | null>(null);
  const known = (id: string | null | undefined): string | undefined => props.units.find((unit) => unit.id === id)?.id;
  const unitID = known(held?.unitID ?? picked) ?? known(props.defaultUnitID) ?? props.units[0]?.id ?? '';
  const measure = held?.measure ?? null;
  // `12.`, entered on the way to `12.5`, is already a number; showing the number instead would drop the point.
  const shown = numberOf(typed) === measure ? typed : (measure ?? '');
  const set = (next: number | null, unit: string) => onChange(next === null ? null : { measure: next, unitID: unit });
  // A value entered before the units were loaded, or for another item, gets the shown unit.
  const isAmiss = measure !== null && unitID !== '' && held?.unitID !== unitID;
  useEffect(() => {
    if (isAmiss) onChange({ measure, unitID });
  }, [isAmiss, measure, unitID, onChange]);
  return (
    <NumberInput
      {...input}
      ref={ref}
      value={shown}
      onChange={(next) => {
        setTyped(next);
        set(numberOf(next), unitID);
      }}
      onBlur={onBlur}
      decimalScale={6}
      decimalSeparator={separator()}
      allowNegative={props.isSigned ?? false}
      hideControls
      rightSectionWidth="7.5rem"
      rightSectionPointerEvents="all"
      rightSection={
        <Select
          variant="unstyled"
          // Otherwise it would inherit the width of its section.
          rightSectionWidth="1.75rem"
          className={classes['unit'] ?? ''}
          aria-label={`Unit of ${props.label.toLowerCase()}`}
          data={props.units.map(({ id, name }) => ({ value: id, label: name }))}
          value={unitID || null}
          onChange={(next) => {
            if (!next) return;
            setPicked(next);
            if (measure !== null) set(measure, next);
          }}
          allowDeselect={false}
          disabled={input.disabled || props.units.length < 2}
        />
      }
    />
  );
}
