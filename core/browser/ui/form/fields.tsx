import { NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { decimal } from '../../../contracts/numbers/decimal.ts';
import { toWire } from '../../../contracts/numbers/wire-number.ts';
import { formats } from '../../format/format.ts';
import type { Option } from '../record/record-source.ts';
import { decimalSeparator, withCents } from './inputs/decimal-text.ts';
import { DayInput } from './inputs/lazy-day-input.tsx';
import { useNumberText } from './inputs/use-number-text.ts';

/** Props of all fields. */
export interface FieldProps {
  /** Dotted path in the form's values. */
  name: string;
  label: string;
  description?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
  autoFocus?: boolean;
}

/** Connects a field to the form: value, error, and the attributes by which the error summary finds it. */
export function useField({ name, label, description, required, disabled, placeholder, autoFocus }: FieldProps) {
  const { field, fieldState } = useController<FieldValues>({ name });
  return {
    value: field.value as unknown,
    onChange: field.onChange as (value: unknown) => void,
    onBlur: field.onBlur,
    ref: field.ref,
    isDisabled: Boolean(disabled ?? field.disabled),
    input: {
      name,
      label,
      description,
      placeholder,
      withAsterisk: required ?? false,
      'aria-required': required ?? false,
      disabled: Boolean(disabled ?? field.disabled),
      error: fieldState.error?.message,
      'data-path': name,
      // Dialogs look for the second attribute; without it they focus their close button.
      ...(autoFocus ? { autoFocus: true, 'data-autofocus': true } : {}),
    },
  };
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

// An empty required text stays '' so that the contract's message appears; an empty optional one becomes null.
const emptied = (value: string, required: boolean | undefined): string | null =>
  value === '' && !required ? null : value;

/** A text of one line; `type` determines the keyboard on phones and the browser's autofill. */
export function TextField(
  props: FieldProps & {
    type?: 'text' | 'email' | 'tel' | 'url' | 'password';
    autoComplete?: string;
    maxLength?: number;
  },
) {
  const { input, value, onChange, onBlur, ref } = useField(props);
  return (
    <TextInput
      {...input}
      ref={ref}
      type={props.type ?? 'text'}
      autoComplete={props.autoComplete ?? 'off'}
      maxLength={props.maxLength}
      value={text(value)}
      onChange={(event) => onChange(emptied(event.currentTarget.value, props.required))}
      onBlur={onBlur}
    />
  );
}

/** Several lines of text. */
export function NoteField(props: FieldProps & { rows?: number }) {
  const { input, value, onChange, onBlur, ref } = useField(props);
  return (
    <Textarea
      {...input}
      ref={ref}
      autosize
      minRows={props.rows ?? 3}
      maxRows={14}
      value={text(value)}
      onChange={(event) => onChange(emptied(event.currentTarget.value, props.required))}
      onBlur={onBlur}
    />
  );
}

interface NumberProps extends FieldProps {
  min?: number;
  max?: number;
  /** Largest number of decimals; 6 by default, 0 for whole numbers. */
  decimals?: number;
  suffix?: string;
  prefix?: string;
  fixed?: boolean;
  /** Shows at least two decimals while not being edited. */
  hasCents?: boolean;
  /** Number of digits shown while not being edited, for codes: 5 shows 501 as '00501'. */
  digits?: number;
}

const withDigits = (value: string | number, digits: number): string => {
  const typed = String(value);
  return typed === '' ? '' : typed.padStart(digits, '0');
};

/** A number; the form contains a JavaScript number or null, like the API. */
export function NumberField({ hasCents, digits, ...props }: NumberProps) {
  const { input, value, onChange, onBlur, ref } = useField(props);
  const decimals = props.decimals ?? 6;
  const [shown, setShown] = useNumberText(value, onChange);
  const [isTyping, setTyping] = useState(false);
  return (
    <NumberInput
      {...input}
      ref={ref}
      value={isTyping ? shown : hasCents ? withCents(shown) : digits ? withDigits(shown, digits) : shown}
      onChange={setShown}
      onFocus={() => setTyping(true)}
      onBlur={() => {
        setTyping(false);
        onBlur();
      }}
      min={props.min}
      max={props.max}
      clampBehavior="none"
      decimalScale={decimals}
      fixedDecimalScale={props.fixed ?? false}
      allowDecimal={decimals > 0}
      decimalSeparator={decimalSeparator(formats().settings.locale)}
      allowNegative={props.min === undefined || props.min < 0}
      suffix={props.suffix ? ` ${props.suffix}` : undefined}
      prefix={props.prefix}
      hideControls
    />
  );
}

const currencySymbol = (): string => {
  const { locale, currency } = formats().settings;
  return (
    new Intl.NumberFormat(locale, { style: 'currency', currency })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? currency
  );
};

/** An amount in the account's currency with two decimals; `unitPrice` permits six. */
export function MoneyField({ unitPrice, ...props }: FieldProps & { unitPrice?: boolean; min?: number; max?: number }) {
  return (
    <NumberField
      {...props}
      decimals={unitPrice ? 6 : 2}
      fixed={!unitPrice}
      hasCents={unitPrice ?? false}
      prefix={currencySymbol()}
    />
  );
}

/** A share entered in percent: entering 10 gives 0.1 in the form. */
export function PercentField(props: FieldProps) {
  const { input, value, onChange, onBlur, ref } = useField(props);
  const percent = typeof value === 'number' ? toWire(decimal(value).times('100')) : null;
  const [shown, setShown] = useNumberText(percent, (next) =>
    onChange(next === null ? null : toWire(decimal(next).div('100'))),
  );
  return (
    <NumberInput
      {...input}
      ref={ref}
      value={shown}
      onChange={setShown}
      onBlur={onBlur}
      min={0}
      max={100}
      clampBehavior="none"
      decimalScale={4}
      decimalSeparator={decimalSeparator(formats().settings.locale)}
      allowNegative={false}
      suffix=" %"
      hideControls
    />
  );
}

/** A quantity; the name of its unit is shown after it. */
export function QuantityField({ unit, ...props }: FieldProps & { unit?: string; min?: number; max?: number }) {
  return <NumberField {...props} decimals={6} min={props.min ?? 0} {...(unit ? { suffix: unit } : {})} />;
}

/** A choice from a fixed list. */
export function SelectField(
  props: FieldProps & { options: readonly Option[]; clearable?: boolean; searchable?: boolean },
) {
  const { input, value, onChange, onBlur, ref } = useField(props);
  return (
    <Select
      {...input}
      ref={ref}
      data={props.options.map(({ value: code, label }) => ({ value: code, label }))}
      value={text(value) || null}
      onChange={(picked) => onChange(picked)}
      onBlur={onBlur}
      clearable={props.clearable ?? false}
      allowDeselect={props.clearable ?? false}
      searchable={props.searchable ?? props.options.length > 8}
      nothingFoundMessage="Nothing found"
    />
  );
}

/** A plain date, `YYYY-MM-DD` in the form's values, entered as text or picked. */
export function DateField(props: FieldProps & { min?: string; max?: string }) {
  const { input, value, onChange, onBlur, ref } = useField(props);
  return (
    <DayInput
      {...input}
      ref={ref}
      value={text(value) || null}
      onChange={onChange}
      onBlur={onBlur}
      {...(props.min ? { minDate: props.min } : {})}
      {...(props.max ? { maxDate: props.max } : {})}
      clearable={!props.required}
    />
  );
}

/** A switch. */
export function SwitchField(props: FieldProps) {
  const { input, value, onChange, onBlur, ref } = useField(props);
  const { withAsterisk: _asterisk, placeholder: _placeholder, 'aria-required': _required, ...rest } = input;
  return (
    <Switch
      {...rest}
      ref={ref}
      checked={Boolean(value)}
      onChange={(event) => onChange(event.currentTarget.checked)}
      onBlur={onBlur}
    />
  );
}
