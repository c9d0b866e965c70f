import { ActionIcon, Popover, Text } from '@mantine/core';
import { Icon } from '@millwright/core/browser';

/** The definition of a figure, shown by a click. */
export function Definition({ label, text }: { label: string; text: string }) {
  return (
    <Popover width={280} position="bottom-start" withArrow trapFocus={false}>
      <Popover.Target>
        <ActionIcon size="sm" variant="subtle" color="gray" aria-label={`What ${label} means`}>
          <Icon name="info" size={14} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{text}</Text>
      </Popover.Dropdown>
    </Popover>
  );
}
