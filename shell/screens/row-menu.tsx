import { ActionIcon, Menu } from '@mantine/core';
import { type DetailMenuItem, Icon } from '@millwright/core/browser';

/** What can be done with one row, behind the dots at its end; nothing where nothing can be done. */
export function RowMenu({ label, items }: { label: string; items: readonly (DetailMenuItem | false)[] }) {
  const shown = items.filter((item) => item !== false);
  if (shown.length === 0) return null;
  return (
    // The placeholder that takes the first focus is no item, so screen readers would meet a menu that is not one.
    <Menu position="bottom-end" width={200} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          aria-label={`Actions for ${label}`}
          // The row behind it opens on a click of its own.
          onClick={(event) => event.stopPropagation()}
          onKeyDown={(event) => event.stopPropagation()}
        >
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {shown.map(({ label: text, icon, danger, disabled, onClick }) => (
          <Menu.Item
            key={text}
            leftSection={icon && <Icon name={icon} size={14} />}
            c={danger ? 'var(--mantine-color-error)' : undefined}
            disabled={disabled ?? false}
            onClick={onClick}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
