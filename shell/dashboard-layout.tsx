import { ActionIcon, Drawer } from '@mantine/core';
import { Icon, LoadingState, late, onScreenTitle, useOriginTrail, useSession } from '@millwright/core/browser';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import classes from './dashboard-layout.module.css';
import { rememberShown } from './menu-memory.ts';
import { MenuShortcuts, Navigation } from './navigation.tsx';
import { openPalette, PaletteShortcut, usePaletteOpen } from './palette-store.ts';
import { SignedIn } from './session.tsx';

const Palette = late<object>(async () => (await import('./palette.tsx')).Palette, { name: 'Search' });

/** The frame of everything behind the sign-in: menu at the side, or behind a button where the screen is narrow. */
export function DashboardLayout() {
  return (
    <SignedIn>
      <MenuShortcuts />
      <Recents />
      <AccountInAddress />
      <Frame />
      <PaletteShortcut />
      <LatePalette />
    </SignedIn>
  );
}

/** Remembers what was shown, for the palette. */
function Recents() {
  const accountID = useSession().account?.id;
  useEffect(() => {
    if (!accountID) return;
    // Screens name themselves after the address has changed.
    return onScreenTitle((title) => rememberShown(accountID, window.location.pathname, title));
  }, [accountID]);
  return null;
}

/** Addresses of records say whose they are where the person works in several accounts: they are passed on. */
function AccountInAddress() {
  const { account, availableAccounts } = useSession();
  const slug = availableAccounts.length > 1 ? account?.slug : undefined;
  // Every new address draws this again, and so runs the effect.
  useLocation();
  // Written without the router: another navigation to the screen that is being drawn would call back whoever has gone
  // on to the next one meanwhile.
  useEffect(() => {
    const url = new URL(window.location.href);
    if (!slug || !isRecord.test(url.pathname) || url.searchParams.get('account') === slug) return;
    url.searchParams.set('account', slug);
    window.history.replaceState(window.history.state, '', url);
  });
  return null;
}

/** A path with an id in it. */
const isRecord = /\/[a-z]+_[0-9a-z]{26}(?:\/|$)/;

/** Milliseconds after which the palette's code is fetched unasked, so that it is there when Ctrl+K is pressed. */
const paletteDelay = 3_000;

/** The palette, left out of the first load: its code comes when it is opened, or once the first screen has settled. */
function LatePalette() {
  const isOpen = usePaletteOpen();
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), isOpen ? 0 : paletteDelay);
    return () => clearTimeout(timer);
  }, [isOpen]);
  return isWanted || isOpen ? <Palette isQuiet={!isOpen} /> : null;
}

function Frame() {
  const [isOpen, setOpen] = useState(false);
  const { state } = useNavigation();
  const { pathname } = useLocation();
  useOriginTrail();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // Who reads by ear is led to the new screen; a field that takes the focus itself keeps it.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div className={classes['frame']}>
      <a className={classes['skip']} href="#main">
        Skip to the content
      </a>
      <header className={classes['bar']}>
        <ActionIcon size="lg" aria-label="Open the menu" aria-expanded={isOpen} onClick={() => setOpen(true)}>
          <Icon name="menu" size={20} />
        </ActionIcon>
        <span className={classes['brand']}>Millwright</span>
        <ActionIcon size="lg" aria-label="Find" onClick={openPalette}>
          <Icon name="search" size={20} />
        </ActionIcon>
      </header>
      <div className={classes['side']}>
        <Navigation />
      </div>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        size="17rem"
        title="Menu"
        classNames={{ body: classes['drawer'] ?? '', content: classes['drawerContent'] ?? '' }}
      >
        <Navigation onNavigate={() => setOpen(false)} />
      </Drawer>
      <main id="main" ref={main} className={classes['main']} tabIndex={-1} aria-busy={state === 'loading'}>
        <Suspense fallback={<LoadingState />}>
          <Outlet />
        </Suspense>
      </main>
      <ScrollRestoration />
    </div>
  );
}
