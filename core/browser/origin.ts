import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { onScreenTitle } from './screen-title.ts';

/** The screen from which another was opened. */
export interface Origin {
  /** With its filters and page. */
  href: string;
  title: string;
}
type Origins = Readonly<Record<string, Origin>>;

/** What navigations say of themselves: `returns` goes back, `walks` goes on to a neighbour. */
interface Step {
  returns?: boolean;
  walks?: boolean;
}

/** The state of a link that leads back to where one came from. */
export const returning: Step = { returns: true };
/** The state of a link to the next record, which is left as the first would be. */
export const walking: Step = { walks: true };

const pathOf = (href: string): string => href.split(/[?#]/)[0] ?? '';

/** Origins by path after a step from one screen to another. */
export function afterStep(
  origins: Origins,
  from: Origin,
  to: { pathname: string; step: Step | null | undefined },
  kind: 'PUSH' | 'REPLACE' | 'POP',
): Origins {
  const { pathname, step } = to;
  const left = pathOf(from.href);
  const before = origins[left];
  const isBack = kind === 'POP' || step?.returns || (before && pathOf(before.href) === pathname);
  // Whoever has edited a record is where they were before.
  if (isBack || left === pathname || left.startsWith(`${pathname}/`)) return origins;
  // A form that made the record is no place to go back to.
  if (step?.walks || kind === 'REPLACE' || left.endsWith('/create')) {
    const { [pathname]: _, ...others } = origins;
    return before ? { ...others, [pathname]: before } : others;
  }
  return { ...origins, [pathname]: from };
}

const key = 'millwright.origins';
const most = 50;
const listeners = new Set<() => void>();
const titles = new Map<string, string>();
let known: Origins | undefined;

function read(): Origins {
  if (!known) {
    known = {};
    try {
      const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
      if (typeof stored === 'object' && stored !== null) known = stored as Origins;
    } catch {
      // no storage, or somebody else's text
    }
  }
  return known;
}

function keep(origins: Origins): void {
  if (origins === known) return;
  known = Object.fromEntries(Object.entries(origins).slice(-most));
  try {
    sessionStorage.setItem(key, JSON.stringify(known));
  } catch {
    // no storage: it lasts until the tab is loaded anew
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Follows the person from screen to screen; mounted once, around all of them. */
export function useOriginTrail(): void {
  const { pathname, search, state } = useLocation();
  const kind = useNavigationType();
  const last = useRef<string>(undefined);
  useEffect(() => onScreenTitle((title) => titles.set(window.location.pathname, title)), []);
  useEffect(() => {
    const href = pathname + search;
    const from = last.current;
    last.current = href;
    if (from === undefined || pathOf(from) === pathname) return;
    const title = titles.get(pathOf(from));
    if (title) keep(afterStep(read(), { href: from, title }, { pathname, step: state as Step | null }, kind));
  }, [pathname, search]);
}

/** Where the person came from to this screen; undefined if by an address, or by Back. */
export function useOrigin(): Origin | undefined {
  const { pathname } = useLocation();
  return useSyncExternalStore(subscribe, () => read()[pathname]);
}
