import { ActionIcon, Button, Checkbox, Group, Popover, SegmentedControl, Stack, Text } from '@mantine/core';
import { Icon } from '../../display/icon.tsx';
import { moveColumn } from '../state/list-state.ts';
import type { ListLook } from '../views/list-look.ts';

interface Props {
  columns: readonly { id: string; header: string }[];
  shown: readonly string[];
  look: ListLook;
  onChange(change: Partial<ListLook>): void;
  onReset(): void;
}

const densities = [
  { value: 'compact', label: 'Compact' },
  { value: 'comfortable', label: 'Comfortable' },
];

/** Choice and order of columns, row height, and reset of dragged widths. */
export function ListColumns({ columns, shown, look, onChange, onReset }: Props) {
  const header = (id: string): string => columns.find((column) => column.id === id)?.header ?? id;
  const order = [...shown, ...columns.map(({ id }) => id).filter((id) => !shown.includes(id))];
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon aria-label="Columns and rows">
          <Icon name="columns" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown w={260} mah="min(36rem, 70dvh)" style={{ overflowY: 'auto' }}>
        <Stack gap={4}>
          <SegmentedControl
            size="xs"
            fullWidth
            mb={6}
            aria-label="Height of the rows"
            data={densities}
            value={look.density}
            onChange={(density) => onChange({ density: density === 'comfortable' ? density : 'compact' })}
          />
          <Group justify="space-between">
            <Text size="sm" fw={600}>
              Columns
            </Text>
            <Button variant="subtle" size="compact-xs" onClick={onReset}>
              Reset
            </Button>
          </Group>
          {Object.keys(look.widths).length > 0 && (
            <Button variant="subtle" size="compact-xs" onClick={() => onChange({ widths: {} })}>
              Widths as the content needs
            </Button>
          )}
          {order.map((id) => {
            const position = shown.indexOf(id);
            return (
              <Group key={id} gap={4} wrap="nowrap" mih={26}>
                <Checkbox
                  flex={1}
                  label={header(id)}
                  checked={position >= 0}
                  disabled={position >= 0 && shown.length === 1}
                  onChange={() =>
                    onChange({ columns: position >= 0 ? shown.filter((other) => other !== id) : [...shown, id] })
                  }
                />
                {position >= 0 && (
                  <>
                    <ActionIcon
                      size="sm"
                      aria-label={`Move ${header(id)} up`}
                      disabled={position === 0}
                      onClick={() => onChange({ columns: moveColumn(shown, id, -1) })}
                    >
                      <Icon name="arrowUp" size={13} />
                    </ActionIcon>
                    <ActionIcon
                      size="sm"
                      aria-label={`Move ${header(id)} down`}
                      disabled={position === shown.length - 1}
                      onClick={() => onChange({ columns: moveColumn(shown, id, 1) })}
                    >
                      <Icon name="arrowDown" size={13} />
                    </ActionIcon>
                  </>
                )}
              </Group>
            );
          })}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
