import { Button, Group, Pill, Text } from '@mantine/core';
import { type RecordSource, useOptionLabels } from '@millwright/core/browser';

/** Largest number of names that are listed. */
const mostShown = 30;

/** The records to print labels for; each can be removed. */
export function ChosenLabels({
  source,
  ids,
  onChange,
}: {
  source: RecordSource;
  ids: readonly string[];
  onChange(ids: readonly string[]): void;
}) {
  const shown = ids.slice(0, mostShown);
  const labels = useOptionLabels(source, shown);
  if (ids.length === 0) return null;
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={500}>
          {ids.length === 1 ? '1 chosen' : `${ids.length} chosen`}
        </Text>
        <Button size="compact-sm" variant="subtle" onClick={() => onChange([])}>
          Remove all
        </Button>
      </Group>
      <Pill.Group>
        {shown.map((id, index) => (
          <Pill
            key={id}
            withRemoveButton
            removeButtonProps={{
              'aria-label': `Remove ${labels[index] ?? id}`,
              // Mantine hides the remove button from keyboard and screen readers by default.
              'aria-hidden': false,
              tabIndex: 0,
            }}
            onRemove={() => onChange(ids.filter((other) => other !== id))}
          >
            {labels[index] ?? id}
          </Pill>
        ))}
      </Pill.Group>
      {ids.length > mostShown && (
        <Text size="sm" c="dimmed" mt={4}>
          and {ids.length - mostShown} more
        </Text>
      )}
    </div>
  );
}
