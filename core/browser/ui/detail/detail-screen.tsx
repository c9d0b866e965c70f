import { ActionIcon, Button, Menu, Tabs, Tooltip } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import { type ReactNode, useMemo } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { ApiError } from '../../../contracts/client.ts';
import { walking } from '../../origin.ts';
import { useScreenTitle } from '../../screen-title.ts';
import { useSession } from '../../session.tsx';
import { useShortcut } from '../../shortcut.ts';
import { ErrorBoundaryPanel } from '../error-boundary-panel.tsx';
import { Icon, type IconName } from '../icon.tsx';
import { neighbours, recallWalk } from '../list/list-walk.ts';
import { PageHeader } from '../page-header.tsx';
import { RecordPending } from '../record-pending.tsx';
import classes from './detail.module.css';
import { CopyID, type Fact, Facts, Panel } from './panel.tsx';
import { type RecordName, TimelinePanel } from './timeline-panel.tsx';

export interface DetailMenuItem {
  label: string;
  icon?: IconName;
  danger?: boolean;
  disabled?: boolean;
  onClick(): void;
}

export interface DetailScreenProps<Data> {
  /** What `useEndpoint` answered; loading, errors and "no such record" are drawn here. */
  query: UseQueryResult<Data, ApiError>;
  /** What people call it, for messages: 'order'. */
  what: string;
  /** The list it belongs to; `name` is that list's `name`, for previous and next. */
  list: { name: string; href: string; label: string };
  /** Type and id as in the plugin's records: draws the timeline and the id to copy. */
  record?: RecordName;
  /** Number or name. */
  title(data: Data): string;
  status?(data: Data): ReactNode;
  /** Screen to edit it, also behind `e`; undefined where it may not be edited. */
  editHref?(data: Data): string | undefined;
  /** Buttons in the header, the primary one last. */
  actions?(data: Data): ReactNode;
  /** Further actions behind the dots. */
  menu?(data: Data): readonly (DetailMenuItem | false | undefined)[];
  /** The strip of the few values that matter most. */
  summary?(data: Data): readonly Fact[];
  tabs?: readonly { id: string; label: string; render(data: Data): ReactNode; isHidden?(data: Data): boolean }[];
  /** The column at the right. */
  facts?(data: Data): readonly Fact[];
  /** Further panels below the facts, such as slots. */
  aside?(data: Data): ReactNode;
  /** Panels between the summary and the tabs. */
  children?(data: Data): ReactNode;
}

/**
 * The screen of one record: header, summary, tabs, facts, timeline, previous and next of the list it was opened from.
 */
export function DetailScreen<Data>(props: DetailScreenProps<Data>) {
  const { query, list, what } = props;
  const data = query.data;
  const location = useLocation();
  const navigate = useNavigate();
  const walk = useMemo(() => recallWalk(list.name), [list.name]);
  const near = neighbours(walk, location.pathname);
  const back = { href: walk?.url ?? list.href, label: list.label };
  const { canOpen } = useSession();
  const wantedEdit = data === undefined ? undefined : props.editHref?.(data);
  const editHref = wantedEdit && canOpen(wantedEdit) ? wantedEdit : undefined;
  const title = data === undefined ? '' : props.title(data);
  useScreenTitle(title);
  const go = (href: string | undefined, state?: object) => () => void (href && navigate(href, { state }));
  useShortcut('j', go(near.next, walking), {
    label: `Next ${what}`,
    group: 'Record',
    enabled: near.next !== undefined,
  });
  useShortcut('k', go(near.previous, walking), {
    label: `Previous ${what}`,
    group: 'Record',
    enabled: near.previous !== undefined,
  });
  useShortcut('e', go(editHref), { label: 'Edit', group: 'Record', enabled: editHref !== undefined });

  if (data === undefined || data === null) return <RecordPending query={query} what={what} back={back} />;

  const menu = (props.menu?.(data) ?? []).filter((item): item is DetailMenuItem => Boolean(item));
  const summary = props.summary?.(data) ?? [];
  const facts = props.facts?.(data) ?? [];
  const aside = props.aside?.(data);
  const hasAside = facts.length > 0 || Boolean(aside) || props.record !== undefined;
  return (
    <div className={classes['screen']}>
      <div className={classes['head']}>
        <PageHeader
          title={title}
          beside={props.status?.(data)}
          back={back}
          actions={
            <>
              {near.place !== undefined && <Neighbours {...near} what={what} />}
              {menu.length > 0 && <ActionMenu items={menu} />}
              {editHref && (
                <Button variant="default" component={Link} to={editHref}>
                  Edit
                </Button>
              )}
              {props.actions?.(data)}
            </>
          }
        />
      </div>
      <div className={hasAside ? classes['grid'] : `${classes['grid']} ${classes['single']}`}>
        <div className={classes['main']}>
          {summary.length > 0 && (
            <div className={classes['panel']}>
              <Facts facts={summary} strip />
            </div>
          )}
          {props.children?.(data)}
          {props.tabs && props.tabs.length > 0 && <DetailTabs tabs={props.tabs} data={data} />}
          {props.record && <TimelinePanel record={props.record} />}
        </div>
        {hasAside && (
          <aside className={classes['aside']} aria-label="Facts">
            {(facts.length > 0 || props.record) && (
              <Panel>
                <Facts
                  facts={[
                    ...facts,
                    ...(props.record ? [{ label: 'ID', value: <CopyID value={props.record.id} /> }] : []),
                  ]}
                />
              </Panel>
            )}
            {aside}
          </aside>
        )}
      </div>
    </div>
  );
}

function Neighbours({ previous, next, place, of, what }: ReturnType<typeof neighbours> & { what: string }) {
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

function ActionMenu({ items }: { items: readonly DetailMenuItem[] }) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label="More actions">
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map((item) => (
          <Menu.Item
            key={item.label}
            leftSection={item.icon && <Icon name={item.icon} size={14} />}
            c={item.danger ? 'var(--mantine-color-error)' : undefined}
            disabled={item.disabled ?? false}
            onClick={item.onClick}
          >
            {item.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function DetailTabs<Data>({ tabs, data }: { tabs: NonNullable<DetailScreenProps<Data>['tabs']>; data: Data }) {
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
