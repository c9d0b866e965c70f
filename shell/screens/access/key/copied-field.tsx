import { Button, CopyButton, Group, Textarea, TextInput } from '@mantine/core';
import { Icon } from '@millwright/core/browser';

/** A text with a copy button. */
export function CopiedField(props: {
  label: string;
  description: string;
  value: string;
  /** Multi-line. */
  isLong?: boolean;
  /** Its button gets the focus when the dialog opens. */
  isFirst?: boolean;
}) {
  const { label, description, value, isLong, isFirst } = props;
  const shown = {
    label,
    description,
    value,
    readOnly: true,
    styles: { root: { flex: 1 }, input: { fontFamily: 'var(--mantine-font-family-monospace)' } },
  };
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      {isLong ? (
        <Textarea {...shown} autosize minRows={3} maxRows={12} />
      ) : (
        <TextInput {...shown} onFocus={(event) => event.currentTarget.select()} />
      )}
      <CopyButton value={value} timeout={2000}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            data-autofocus={isFirst || undefined}
            onClick={copy}
            leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
          >
            <span aria-live="polite">{copied ? 'Copied' : `Copy ${label.toLowerCase()}`}</span>
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
