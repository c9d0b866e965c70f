import { Stack, TagsInput, Text } from '@mantine/core';
import { type FieldProps, useField } from '@millwright/core/browser';
import { get, useFormState } from 'react-hook-form';

/** Somebody whom a mail can go to. */
interface KnownRecipient {
  email: string;
  name: string;
  jobTitle: string | null;
}

/** A list of email addresses: typed, pasted, or picked from known people. */
export function EmailListField({ known = [], ...props }: FieldProps & { known?: readonly KnownRecipient[] }) {
  const { input, value, onChange, onBlur, ref } = useField(props);
  const { errors } = useFormState();
  const fieldError: unknown = get(errors, props.name);
  const ofEntry = Array.isArray(fieldError)
    ? fieldError.find((entry?: { message?: string }) => entry?.message)?.message
    : undefined;
  const wordsOf = (email: string): string =>
    known
      .filter((each) => each.email === email && each.name)
      .map(({ name, jobTitle }) => [name, jobTitle].filter(Boolean).join(', '))
      .join('; ');
  return (
    <TagsInput
      {...input}
      ref={ref}
      error={ofEntry ?? input.error}
      value={Array.isArray(value) ? (value as string[]) : []}
      onChange={onChange}
      onBlur={onBlur}
      data={[...new Set(known.map(({ email }) => email))]}
      filter={({ options, search }) => {
        const text = search.trim().toLowerCase();
        return options.filter(
          (option) => 'value' in option && `${option.value} ${wordsOf(option.value)}`.toLowerCase().includes(text),
        );
      }}
      renderOption={({ option }) => (
        <Stack gap={0}>
          <Text size="sm">{option.value}</Text>
          {wordsOf(option.value) && (
            <Text size="xs" c="dimmed">
              {wordsOf(option.value)}
            </Text>
          )}
        </Stack>
      )}
      splitChars={[',', ';', ' ']}
      acceptValueOnBlur
    />
  );
}
