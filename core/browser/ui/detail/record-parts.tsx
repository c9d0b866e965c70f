import { ActionIcon, Menu, Tabs, Text, Tooltip } from '@mantine/core';
import { parseAsString, useQueryState } from 'nuqs';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { walking } from '../../api/origin.ts';
import { Icon, type IconName } from '../display/icon.tsx';
import { ErrorBoundaryPanel } from '../frame/error-boundary-panel.tsx';
import type { neighbours } from '../list/state/list-walk.ts';
import classes from './detail.module.css';
import { Panel } from './panel.tsx';

/** An action in the menu of a record or a row. */
export interface MenuAction {
  label: string;
  icon?: IconName;
  danger?: boolean;
  disabled?: boolean;
  onClick(): void;
}

export interface RecordTab<Data> {
  id: string;
  label: string;
  render(data: Data): ReactNode;
  isHidden?(data: Data): boolean;
}

/** A tab with a long text of the record. An optional one is hidden without a text. */
export const noteTab = <Name extends string>(
  name: Name,
  label: string,
  { isOptional = false } = {},
): RecordTab<{ readonly [Key in Name]: string | null }> => ({
  id: name,
  label,
  isHidden: ({ [name]: text }) => isOptional && !text,
  render: ({ [name]: text }) =>
    text ? <Text style={{ whiteSpace: 'pre-wrap' }}>{text}</Text> : <Text c="dimmed">No {label.toLowerCase()}</Text>,
});

/** Links to the previous and next record of the list from which the record was opened. */
export function Neighbours({ previous, next, place, of, what }: ReturnType<typeof neighbours> & { what: string }) {
  const button = (href: string | undefined, name: string, icon: IconName) =>
    href ? (
      <Tooltip label={name}>
        <ActionIcon component={Link} to={href} state={walking} aria-label={name}>
          <Icon name={icon} />
        </ActionIcon>
      </Tooltip>
    ) : (
      <ActionIcon disabled aria-label={name}>
        <Icon name={icon} />
      </ActionIcon>
    );
  return (
    <>
      {button(previous, `Previous ${what}`, 'chevronUp')}
      {button(next, `Next ${what}`, 'chevronDown')}
      <span className={classes['when']}>
        {place} of {of}
      </span>
    </>
  );
}

export const MenuActions = ({ items }: { items: readonly MenuAction[] }) =>
  items.map(({ label, icon, danger, disabled = false, onClick }) => (
    <Menu.Item
      key={label}
      leftSection={icon && <Icon name={icon} size={14} />}
      c={danger ? 'var(--mantine-color-error)' : undefined}
      disabled={disabled}
      onClick={onClick}
    >
      {label}
    </Menu.Item>
  ));

export function RecordMenu({ items }: { items: readonly MenuAction[] }) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label="More actions">
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuActions items={items} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The tabs of a record, the open one in the address; a single one is a panel. */
export function RecordTabs<Data>({ tabs, data }: { tabs: readonly RecordTab<Data>[]; data: Data }) {
  const shown = tabs.filter((tab) => !tab.isHidden?.(data));
  const [picked, setPicked] = useQueryState('tab', parseAsString);
  const current = shown.find(({ id }) => id === picked) ?? shown[0];
  if (!current) return null;
  if (shown.length === 1) {
    return (
      <Panel title={current.label}>
        <ErrorBoundaryPanel name={current.label}>{current.render(data)}</ErrorBoundaryPanel>
      </Panel>
    );
  }
  return (
    <div className={classes['panel']}>
      <Tabs value={current.id} onChange={(id) => void setPicked(id === shown[0]?.id ? null : id)}>
        <Tabs.List className={classes['tabs']}>
          {shown.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={current.id} className={classes['panelBody']}>
          <ErrorBoundaryPanel key={current.id} name={current.label}>
            {current.render(data)}
          </ErrorBoundaryPanel>
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
