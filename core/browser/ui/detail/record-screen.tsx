import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { ApiError } from '../../../contracts/client.ts';
import { homeOf, listNameOf } from '../../../contracts/endpoints/crud.ts';
import type { AnyEndpoint, EndpointAnswer } from '../../../contracts/endpoints/endpoint.ts';
import type { FieldDeclaration } from '../../../contracts/records/fields/record-fields.ts';
import { walking } from '../../api/origin.ts';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { useRecord } from '../../api/use-record.ts';
import { DateTimeText } from '../../format/formatted.tsx';
import { useShortcut } from '../../keys/shortcut.ts';
import { useScreenTitle } from '../../screens/screen-title.ts';
import { useSession } from '../../screens/session.tsx';
import { recordFacts } from '../form/record/record-fields.tsx';
import type { RecordKind } from '../form/record/record-form.tsx';
import { PageHeader } from '../frame/page-header.tsx';
import { neighbours, recallWalk } from '../list/state/list-walk.ts';
import { RecordPending } from '../record/record-pending.tsx';
import { useDelete } from '../record/use-delete.ts';
import classes from './detail.module.css';
import { CopyID, type Fact, Facts, Panel } from './panel.tsx';
import { RecordPanels } from './record-panels.tsx';
import { type MenuAction, Neighbours, noteTab, RecordMenu, type RecordTab, RecordTabs } from './record-parts.tsx';

/** A kind of record for its screen: the result of `crudEndpoints`, or the existing endpoints. */
interface ShownKind<E extends AnyEndpoint> extends Pick<RecordKind, 'type' | 'words' | 'home' | 'listName' | 'fields'> {
  get: E;
  /** Deletes the record, from the menu. */
  remove?: AnyEndpoint;
}

interface Deletion {
  /** Text in the menu; defaults to 'Delete'. */
  label?: string;
  /** The record in the question; defaults to the title of the screen. */
  name?: string;
  warning?: string;
  disabled?: boolean;
}

interface RecordScreenBase<E extends AnyEndpoint, Data> {
  /** Without a `type` the record has no timeline. */
  record: ShownKind<E>;
  /** The query of the record, if it needs more than the address or is repeated. */
  query?: UseQueryResult<Data, ApiError>;
  /** The record's list, where it differs from words and home. `name` is the list's `name`. */
  list?: { name?: string; href?: string; label?: string };
  status?(data: Data): ReactNode;
  /** False for a record that may not be edited, whatever the rights. */
  canEdit?(data: Data): boolean;
  /** Particulars of the deletion; undefined for a record that is never deleted. */
  deletion?(data: Data): Deletion | undefined;
  /** Buttons in the header, the primary one last. */
  actions?(data: Data): ReactNode;
  /** Further actions in the menu of the header. */
  menu?(data: Data): readonly (MenuAction | false | undefined)[];
  /** The most important values, in a strip. */
  summary?(data: Data): readonly Fact[];
  tabs?: readonly RecordTab<Data>[];
  /** Values in the right column. */
  facts?(data: Data): readonly Fact[];
  /** False leaves out when the record was created and changed. */
  times?: boolean;
  /** Further panels below the facts. */
  aside?(data: Data): ReactNode;
  /** Panels between summary and tabs, and dialogs. */
  children?(data: Data): ReactNode;
}

type TitleProp<Data> = Data extends { name: string }
  ? { title?: (data: Data) => string }
  : {
      /** Number or name; defaults to its `name`. */
      title: (data: Data) => string;
    };

type Shown = { id: string; name: string; createdAt: string; updatedAt: string };

const nameOf = (data: unknown): string => (data as Shown).name;

const isNote = (declared: FieldDeclaration | undefined): boolean =>
  declared?.kind === 'text' && declared.control === 'note';

const timesOf = ({ createdAt, updatedAt }: Shown): Fact[] => [
  { label: 'Created', value: <DateTimeText value={createdAt} /> },
  { label: 'Changed', value: <DateTimeText value={updatedAt} relative /> },
];

/** The record's place in the list from which it was opened, with the keys `j` and `k`. */
function useNeighbours(listName: string, what: string) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const walk = useMemo(() => recallWalk(listName), [listName]);
  const near = neighbours(walk, pathname);
  const go = (href: string | undefined) => () => void (href && navigate(href, { state: walking }));
  const words = (way: string, href: string | undefined) => ({
    label: `${way} ${what}`,
    group: 'Record',
    enabled: href !== undefined,
  });
  useShortcut('j', go(near.next), words('Next', near.next));
  useShortcut('k', go(near.previous), words('Previous', near.previous));
  return { walk, near };
}

/**
 * The screen of a record: header, summary, tabs, facts, timeline, and the previous and next record of the list from
 * which it was opened. Title, times, declared facts and notes, editing (also with the key `e`) and deletion are derived
 * from the record; the given `facts`, `tabs` and `menu` come before the derived ones.
 */
export function RecordScreen<E extends AnyEndpoint>(
  props: RecordScreenBase<E, EndpointAnswer<E>> & TitleProp<EndpointAnswer<E>>,
) {
  const { record, list = {}, title: titleOf = nameOf, times = true } = props;
  const { get, remove, fields, type } = record;
  const [what, many] = record.words;
  const home = homeOf(record.home, get);
  const { name: listName = listNameOf(record, get), href = home, label = many } = list;
  const { can, canOpen } = useSession();
  const navigate = useNavigate();
  const { id, params, query: ownQuery } = useRecord(get, props.query ? { enabled: false } : {});
  const query = props.query ?? ownQuery;
  const removal = useEndpointMutation<AnyEndpoint>(remove ?? get);
  const askAndDelete = useDelete(what, home);
  const { walk, near } = useNeighbours(listName, what);
  const { data } = query;
  const title = data === undefined ? '' : titleOf(data);
  useScreenTitle(title);
  const edit = `${home}/${id}/edit`;
  const canEdit = data !== undefined && canOpen(edit) && (props.canEdit?.(data) ?? true);
  useShortcut('e', () => void navigate(edit), { label: 'Edit', group: 'Record', enabled: canEdit });

  const back = { href: walk?.url ?? href, label };
  if (data === undefined || data === null) return <RecordPending query={query} what={what} back={back} />;

  const deletion = (): MenuAction | undefined => {
    const particulars = props.deletion ? props.deletion(data) : {};
    if (!remove?.permission || !can(remove.permission) || !particulars) return undefined;
    const { label = 'Delete', name = title, warning, disabled = false } = particulars;
    const onClick = () => void askAndDelete(name, () => removal.mutateAsync({ params }), warning);
    return { label, icon: 'trash', danger: true, disabled, onClick };
  };
  const menu = [...(props.menu?.(data) ?? []), deletion()].filter((item) => item !== undefined && item !== false);
  const notes = fields?.names.filter((name) => isNote(fields.fields[name])) ?? [];
  const tabs = [...(props.tabs ?? []), ...notes.map((name) => noteTab(name, fields?.fields[name]?.label ?? name))];
  const summary = props.summary?.(data) ?? [];
  const shown = type ? { type, id: (data as Shown).id } : undefined;
  const facts = [
    ...(props.facts?.(data) ?? []),
    ...(fields ? recordFacts(fields.without(...notes), data) : []),
    ...(times ? timesOf(data as Shown) : []),
    ...(shown ? [{ label: 'ID', value: <CopyID value={shown.id} /> }] : []),
  ];
  const aside = props.aside?.(data);
  const hasAside = facts.length > 0 || Boolean(aside);
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
              {menu.length > 0 && <RecordMenu items={menu} />}
              {canEdit && (
                <Button variant="default" component={Link} to={edit}>
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
          <RecordTabs tabs={tabs} data={data} />
          {shown && <RecordPanels record={shown} />}
        </div>
        {hasAside && (
          <aside className={classes['aside']} aria-label="Facts">
            {facts.length > 0 && (
              <Panel>
                <Facts facts={facts} />
              </Panel>
            )}
            {aside}
          </aside>
        )}
      </div>
    </div>
  );
}
