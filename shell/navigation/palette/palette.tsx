import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { formats, Icon, importPath, isIconName, useEndpoint, useSession } from '@millwright/core/browser';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { searchRecords } from '../../../core/contracts/work/search.contract.ts';
import { loadedPlugins, onPluginLoaded } from '../../remotes/remotes.ts';
import { useColorSchemeChoice } from '../../session/color-scheme.tsx';
import { useSessionData } from '../../session/session.tsx';
import { useMenuMemory } from '../menu-memory.ts';
import classes from './palette.module.css';
import { matching, type PaletteEntry, screenEntries } from './palette-entries.ts';
import { closePalette, setPaletteQuery, usePaletteOpen, usePaletteQuery } from './palette-store.ts';

const [store, spotlight] = createSpotlight();
const fewestLetters = 2;
const mostRecords = 8;
const mostScreens = 6;
const mostRecents = 6;

let loadedCount = 0;
const countLoaded = (): number => loadedCount;
onPluginLoaded(() => {
  loadedCount += 1;
});

/**
 * Selects the first result, as the spotlight does on typing; needed for results that arrive later. The selection is
 * this attribute.
 */
function selectFirst(): void {
  const list = document.getElementById(store.getState().listId);
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected');
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

/** Search for records by number or text, screens and actions. Rendered once; Ctrl+K opens it. */
export function Palette() {
  const isOpen = usePaletteOpen();
  const query = usePaletteQuery();
  useEffect(() => {
    if (isOpen) spotlight.open();
    else spotlight.close();
  }, [isOpen]);
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setPaletteQuery}
      onSpotlightClose={closePalette}
      shortcut={null}
      scrollable
      maxHeight="min(26rem, 60dvh)"
      size={620}
      centered={false}
      yOffset="12vh"
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      classNames={{
        search: classes['search'] ?? '',
        actionsGroup: classes['group'] ?? '',
        action: classes['action'] ?? '',
        actionDescription: classes['description'] ?? '',
      }}
    >
      <Spotlight.Search
        placeholder="Find an order, a customer, a screen, an action"
        aria-label="Find an order, a customer, a screen, an action"
        leftSection={<Icon name="search" size={18} />}
      />
      {isOpen && <Results query={query} />}
    </Spotlight.Root>
  );
}

function Results({ query }: { query: string }) {
  const navigate = useNavigate();
  const { plugins, user } = useSessionData();
  const session = useSession();
  const { isDark, choose } = useColorSchemeChoice(user);
  const [settled] = useDebouncedValue(query.trim(), 150);
  const isSearching = session.account !== null && settled.length >= fewestLetters;
  const records = useEndpoint(
    searchRecords,
    { query: { query: settled || ' ', take: mostRecords } },
    { enabled: isSearching, keepPrevious: true },
  );
  const pluginCount = useSyncExternalStore(onPluginLoaded, countLoaded);

  const go = useMemo(() => (path: string) => void navigate(path), [navigate]);
  const { screens, actions } = useMemo(() => {
    const imports = session.imports.map(({ name, title }) => ({ name, title, path: importPath(name) }));
    return screenEntries(plugins, go, imports);
  }, [plugins, go, session.imports]);
  const recents = useMenuMemory(session.account?.id ?? '')
    .recents.filter(({ path }) => session.canOpen(path) && path !== window.location.pathname)
    .slice(0, mostRecents)
    .map(
      ({ path, title }): PaletteEntry => ({ id: `recent/${path}`, label: title, icon: 'clock', run: () => go(path) }),
    );
  const commands = useMemo(
    () =>
      loadedPlugins().flatMap(({ id, screens: { commands: all } }): PaletteEntry[] =>
        all
          .filter(({ needs = [], href = '/' }) => session.canAll(needs) && session.canOpen(href))
          .map((command) => ({
            ...command,
            id: `${id}/${command.id}`,
            run: () => (command.href ? go(command.href) : command.run?.({ navigate: go })),
          })),
      ),
    // Recalculated when a plugin is loaded, because it may bring commands.
    [session, go, pluginCount],
  );
  const shellEntries: PaletteEntry[] = [
    {
      id: 'scheme',
      label: isDark ? 'Light colours' : 'Dark colours',
      icon: isDark ? 'sun' : 'moon',
      keywords: 'dark mode light theme',
      run: () => choose(isDark ? 'light' : 'dark'),
    },
    ...session.availableAccounts
      .filter(({ id }) => id !== session.account?.id)
      .map(({ id, name }) => ({
        id: `account-${id}`,
        label: `Switch to ${name}`,
        icon: 'building',
        keywords: 'account tenant',
        run: () => session.switchAccount(id),
      })),
    { id: 'sign-out', label: 'Sign out', icon: 'logout', keywords: 'log out leave', run: session.signOut },
  ];

  const hits = isSearching ? (records.data?.items ?? []).filter(({ path }) => session.canOpen(path)) : [];
  // Until the answer to the present query arrives, only results that match it too stay visible, so that Enter never
  // opens a wrong record.
  const isStale = settled !== query.trim() || records.isPlaceholderData;
  const found = isStale
    ? matching(
        hits.map((hit) => ({ ...hit, label: `${hit.title} ${hit.subtitle}`, kind: hit.label })),
        query,
      )
    : hits.map((hit) => ({ ...hit, kind: hit.label }));
  const typed = query.trim();
  const isClose = (text: string): boolean => text.toLowerCase().startsWith(typed.toLowerCase());
  // Records whose number or name begins with the query come before screens, other matches after them.
  const closeHits = found.filter(({ title, subtitle }) => isClose(title) || isClose(subtitle));
  const otherHits = found.filter((hit) => !closeHits.includes(hit));
  const matchingScreens = matching(screens, query);
  const shownScreens = matchingScreens.slice(0, typed ? mostScreens : undefined);
  const closeScreens = typed ? shownScreens.filter(({ label }) => isClose(label)) : [];
  const otherScreens = shownScreens.filter((screen) => !closeScreens.includes(screen));
  const shownActions = matching([...actions, ...commands, ...shellEntries], query).slice(
    0,
    query.trim() ? mostScreens : 5,
  );
  // Enter opens the first visible entry without a preceding arrow key.
  const firstShown = [
    ...(typed ? [] : recents),
    ...closeHits,
    ...closeScreens,
    ...otherHits,
    ...(typed ? shownActions : []),
    ...otherScreens,
  ][0]?.id;
  useEffect(() => {
    if (firstShown !== undefined) selectFirst();
  }, [firstShown]);
  const isEmpty = found.length + shownScreens.length + shownActions.length === 0;
  const isWaiting = isSearching && (records.isFetching || settled !== query.trim());
  return (
    <>
      <Spotlight.ActionsList>
        {!typed && <Group label="Last shown" entries={recents} />}
        <Hits label="Records" hits={closeHits} go={go} />
        <Group label="Screens" entries={closeScreens} />
        <Hits label={closeHits.length > 0 ? 'More records' : 'Records'} hits={otherHits} go={go} />
        <Group label="Actions" entries={typed ? shownActions : []} />
        <Group label={closeScreens.length > 0 ? 'More screens' : 'Screens'} entries={otherScreens} />
        <Group label="Actions" entries={typed ? [] : shownActions} />
        {isEmpty && !isWaiting && <Spotlight.Empty>Nothing matches. Try a number, a name or a screen.</Spotlight.Empty>}
      </Spotlight.ActionsList>
      <div className={classes['foot']} role="status">
        {isWaiting ? (
          <>
            <Loader size={12} /> Searching
          </>
        ) : records.error && isSearching ? (
          'Records could not be searched; screens and actions can be found all the same.'
        ) : (
          'Up and down to choose, Enter to open, Esc to close'
        )}
      </div>
    </>
  );
}

interface Hit {
  id: string;
  type: string;
  title: string;
  subtitle: string;
  kind: string;
  path: string;
  status: string | null;
  total: number | null;
}

function Hits({ label, hits, go }: { label: string; hits: readonly Hit[]; go(path: string): void }) {
  if (hits.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={label}>
      {hits.map((hit) => (
        <Spotlight.Action
          key={`${hit.type}/${hit.id}`}
          label={hit.title}
          description={hit.subtitle}
          leftSection={<Icon name="document" />}
          rightSection={
            <span className={classes['hint']}>
              {[hit.kind, hit.status, hit.total === null ? null : formats().money(hit.total)]
                .filter(Boolean)
                .join(', ')}
            </span>
          }
          onClick={() => go(hit.path)}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
}

function Group({ label, entries }: { label: string; entries: readonly PaletteEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={label}>
      {entries.map((entry) => (
        <Spotlight.Action
          key={entry.id}
          label={entry.label}
          leftSection={<Icon name={isIconName(entry.icon) ? entry.icon : 'arrowRight'} />}
          rightSection={entry.hint && <span className={classes['hint']}>{entry.hint}</span>}
          onClick={entry.run}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
}
