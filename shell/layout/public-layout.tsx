import { ActionIcon, Alert, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Icon } from '@millwright/core/browser';
import { useSyncExternalStore } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { signOut } from '../session/api.ts';
import classes from './public-layout.module.css';

/** Notice that the server has not confirmed a sign-out yet. */
function SigningOut() {
  if (!useSyncExternalStore(signOut.subscribe, signOut.isPending)) return null;
  return (
    <Alert color="yellow" role="status" title="You have signed out here" mb="md">
      The server has not confirmed it yet. It is asked every few seconds, and nothing opens in this browser before it
      answers or somebody signs in.
    </Alert>
  );
}

/** The frame of all screens without sign-in. */
export function PublicLayout() {
  const { pathname } = useLocation();
  const isDark = useComputedColorScheme('light') === 'dark';
  const { setColorScheme } = useMantineColorScheme();
  return (
    <div className={classes['frame']}>
      <header className={classes['bar']}>
        <Link to="/" className={classes['brand']}>
          <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="7" className={classes['sign']} />
            <path
              d="M8 23V10l8 8 8-8v13"
              fill="none"
              stroke="white"
              strokeWidth="3.2"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
          Millwright
        </Link>
        <nav className={classes['links']} aria-label="Site">
          <ActionIcon
            size="lg"
            aria-label={isDark ? 'Light colours' : 'Dark colours'}
            onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
          >
            <Icon name={isDark ? 'sun' : 'moon'} />
          </ActionIcon>
          {pathname !== '/contact' && (
            <Button component={Link} to="/contact" variant="subtle" color="gray">
              Request a demo
            </Button>
          )}
          {!pathname.startsWith('/auth') && (
            <Button component={Link} to="/auth/login">
              Sign in
            </Button>
          )}
        </nav>
      </header>
      <main className={classes['main']}>
        <SigningOut />
        <Outlet />
      </main>
    </div>
  );
}
