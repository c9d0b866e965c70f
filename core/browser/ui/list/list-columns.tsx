import { ActionIcon, Button, Checkbox, Group, Popover, Stack, Text } from '@mantine/core';
import { Icon } from '../icon.tsx';
import { moveColumn } from './list-state.ts';

interface Props {
  columns: readonly { id: string; header: string }[];
  shown: readonly string[];
  onChange(shown: string[]): void;
  onReset(): void;
}

/** Choice and order of columns. */
export function ListColumns({ columns, shown, onChange, onReset }: Props) {
  const header = (id: string): string => columns.find((column) => column.id === id)?.header ?? id;
  const order = [...shown, ...columns.map(({ id }) => id).filter((id) => !shown.includes(id))];
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon aria-label="Columns">
          <Icon name="columns" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown w={260}>
        <Stack gap={4}>
          <Group justify="space-between">
            <Text size="sm" fw={600}>
              Columns
            </Text>
            <Button variant="subtle" size="compact-xs" onClick={onReset}>
              Reset
            </Button>
          </Group>
          {order.map((id) => {
            const position = shown.indexOf(id);
            return (
              <Group key={id} gap={4} wrap="nowrap" mih={26}>
                <Checkbox
                  flex={1}
                  label={header(id)}
                  checked={position >= 0}
                  disabled={position >= 0 && shown.length === 1}
                  onChange={() => onChange(position >= 0 ? shown.filter((other) => other !== id) : [...shown, id])}
                />
                {position >= 0 && (
                  <>
                    <ActionIcon
                      size="sm"
                      aria-label={`Move ${header(id)} up`}
                      disabled={position === 0}
                      onClick={() => onChange(moveColumn(shown, id, -1))}
                    >
                      <Icon name="arrowUp" size={13} />
                    </ActionIcon>
                    <ActionIcon
                      size="sm"
                      aria-label={`Move ${header(id)} down`}
                      disabled={position === shown.length - 1}
                      onClick={() => onChange(moveColumn(shown, id, 1))}
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
