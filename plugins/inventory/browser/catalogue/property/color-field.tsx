import { TextInput } from '@mantine/core';
import { type FieldProps, useField } from '@millwright/core/browser';
import classes from '../item/item.module.css';

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** A color, typed as #rrggbb or chosen in the browser's color picker; empty means none. */
export function ColorField(props: FieldProps) {
  const { input, value, onChange, onBlur, ref, isDisabled } = useField(props);
  const color = typeof value === 'string' ? value : '';
  return (
    <TextInput
      {...input}
      ref={ref}
      value={color}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      onBlur={onBlur}
      maxLength={7}
      placeholder="#rrggbb"
      leftSection={
        <input
          type="color"
          className={classes['picker']}
          aria-label={`Pick ${props.label.toLowerCase()}`}
          value={isColor(color) ? color : '#808080'}
          onChange={(event) => onChange(event.currentTarget.value)}
          disabled={isDisabled}
        />
      }
      leftSectionPointerEvents="all"
    />
  );
}
