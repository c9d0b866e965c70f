import { ActionIcon, Menu } from '@mantine/core';
import { Icon, type MenuAction, MenuActions } from '@millwright/core/browser';

/** Menu of a row's actions at its end; nothing without actions. */
export function RowMenu({ label, items }: { label: string; items: readonly (MenuAction | false)[] }) {
  const shown = items.filter((item) => item !== false);
  if (shown.length === 0) return null;
  return (
    // The placeholder is not a menu item, so screen readers would report an invalid menu.
    <Menu position="bottom-end" width={200} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          aria-label={`Actions for ${label}`}
          // Keeps the click from opening the row.
          onClick={(event) => event.stopPropagation()}
          onKeyDown={(event) => event.stopPropagation()}
        >
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        <MenuActions items={shown} />
      </Menu.Dropdown>
    </Menu>
  );
}
