import { TagsInput } from '@mantine/core';
import { type FieldProps, useField } from '@millwright/core/browser';
import { get, useFormState } from 'react-hook-form';

/** A list of email addresses: typed, pasted, or picked from known ones. */
export function EmailListField(props: FieldProps & { known?: readonly string[] }) {
  const { input, value, onChange, onBlur, ref } = useField(props);
  const { errors } = useFormState();
  const fieldError: unknown = get(errors, props.name);
  const ofEntry = Array.isArray(fieldError)
    ? fieldError.find((entry?: { message?: string }) => entry?.message)?.message
    : undefined;
  return (
    <TagsInput
      {...input}
      ref={ref}
      error={ofEntry ?? input.error}
      value={Array.isArray(value) ? (value as string[]) : []}
      onChange={onChange}
      onBlur={onBlur}
      data={[...(props.known ?? [])]}
      splitChars={[',', ';', ' ']}
      acceptValueOnBlur
    />
  );
}
