import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { onScreenTitle } from '../screens/screen-title.ts';

/** The screen from which another one was opened. */
export interface Origin {
  /** Path with filters and page. */
  href: string;
  title: string;
}
type Origins = Readonly<Record<string, Origin>>;

/** State of a navigation: `returns` goes back, `walks` goes to a neighboring record. */
interface Step {
  returns?: boolean;
  walks?: boolean;
}

/** State of a link back to the origin. */
export const returning: Step = { returns: true };
/** State of a link to the next record, which inherits the origin of the first. */
export const walking: Step = { walks: true };

const pathOf = (href: string): string => href.split(/[?#]/)[0] ?? '';

/** Origins by path after a navigation between two screens. */
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
  // After editing, a record keeps its origin.
  if (isBack || left === pathname || left.startsWith(`${pathname}/`)) return origins;
  // The form that created the record is not an origin.
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
      // storage is blocked or contains another value
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
    // storage is blocked: the origin lasts until the tab is reloaded
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Records the origins of screens while the person navigates; mounted once around all screens. */
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

/** The origin of this screen; undefined after opening an address or using Back. */
export function useOrigin(): Origin | undefined {
  const { pathname } = useLocation();
  return useSyncExternalStore(
    subscribe,
    () => read()[pathname],
    () => undefined,
  );
}
