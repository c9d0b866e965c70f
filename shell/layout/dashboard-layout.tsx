import { ActionIcon, Drawer } from '@mantine/core';
import { Icon, LoadingState, late, onScreenTitle, useOriginTrail, useSession } from '@millwright/core/browser';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { Bell } from '../inbox/bell.tsx';
import { rememberShown } from '../navigation/menu-memory.ts';
import { MenuShortcuts, Navigation } from '../navigation/navigation.tsx';
import { openPalette, PaletteShortcut, usePaletteOpen } from '../navigation/palette/palette-store.ts';
import { SignedIn } from '../session/session.tsx';
import classes from './dashboard-layout.module.css';

const Palette = late<object>(async () => (await import('../navigation/palette/palette.tsx')).Palette, {
  name: 'Search',
});

/** The frame of all signed-in screens: menu at the side, or behind a button on narrow screens. */
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

/** Stores recently shown records and screens for the palette. */
function Recents() {
  const accountID = useSession().account?.id;
  useEffect(() => {
    if (!accountID) return;
    // Screens set their title after the address has changed.
    return onScreenTitle((title) => rememberShown(accountID, window.location.pathname, title));
  }, [accountID]);
  return null;
}

/** For people with several accounts, addresses of records name the account, because they are shared with others. */
function AccountInAddress() {
  const { account, availableAccounts } = useSession();
  const slug = availableAccounts.length > 1 ? account?.slug : undefined;
  // `useLocation` renders this again for every new address, which runs the effect.
  useLocation();
  // Written without the router: a second navigation to the screen that is being loaded would cancel a newer navigation
  // of the person.
  useEffect(() => {
    const url = new URL(window.location.href);
    if (!slug || !isRecord.test(url.pathname) || url.searchParams.get('account') === slug) return;
    url.searchParams.set('account', slug);
    window.history.replaceState(window.history.state, '', url);
  });
  return null;
}

/** A path with a record id. */
const isRecord = /\/[a-z]+_[0-9a-z]{26}(?:\/|$)/;

/** Milliseconds after which the palette's code is loaded in advance, so that Ctrl+K opens it at once. */
const paletteDelay = 3_000;

/**
 * The palette, not part of the first load: its code is loaded when it is opened, or after the first screen is shown.
 */
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
    // Moves the focus to the new screen for screen readers, unless a field of the screen has taken the focus.
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
        <Bell />
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
