import { Autocomplete, Select } from '@mantine/core';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { formats } from '../../../format/format.ts';
import { type FieldProps, useField } from '../fields.tsx';
import { countryCode, countryOptions, statesOf } from './regions.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A country by its ISO code, found by name or code. Another text in an older record stays as it is. */
export function CountryField(props: FieldProps) {
  const { input, value, onChange, onBlur, ref } = useField(props);
  const { locale } = formats().settings;
  const countries = useMemo(() => countryOptions(locale), [locale]);
  const held = textOf(value);
  const code = countryCode(held, countries);
  const isKnown = countries.some((country) => country.value === code);
  const data = [...(held && !isKnown ? [{ value: held, label: held }] : []), ...countries];
  return (
    <Select
      {...input}
      ref={ref}
      data={data.map(({ value: id, label }) => ({ value: id, label }))}
      value={held ? code : null}
      onChange={(picked) => onChange(picked ?? (props.required ? '' : null))}
      onBlur={onBlur}
      searchable
      selectFirstOptionOnChange
      autoSelectOnBlur
      clearable={!props.required}
      allowDeselect={false}
      nothingFoundMessage="No such country"
      // A complete code comes first, because `US` also occurs in `Russia`.
      filter={({ search }) => {
        const wanted = search.trim().toLowerCase();
        const exact = countryCode(wanted, countries);
        const found = data.filter((country) => country.value === exact || country.label.toLowerCase().includes(wanted));
        return found.sort((left, right) => Number(right.value === exact) - Number(left.value === exact));
      }}
    />
  );
}

/**
 * A state or province, picked from those of the country or entered as text. `country` is the field with the country;
 * defaults to the account's.
 */
export function StateField({ country, ...props }: FieldProps & { country?: string }) {
  const { input, value, onChange, onBlur, ref } = useField(props);
  const { locale } = formats().settings;
  const entered: unknown = useWatch({ name: country ?? '', disabled: country === undefined });
  const held = country === undefined ? (new Intl.Locale(locale).region ?? '') : textOf(entered);
  const countries = useMemo(() => countryOptions(locale), [locale]);
  return (
    <Autocomplete
      {...input}
      ref={ref}
      data={statesOf(countryCode(held, countries))}
      value={textOf(value)}
      onChange={(text) => onChange(text === '' && !props.required ? null : text)}
      onBlur={onBlur}
      autoComplete="address-level1"
    />
  );
}
