import { createContext, type ReactNode, use, useMemo } from 'react';
import type { PermissionCode, RoleType } from '../contracts/permission.ts';
import { accountTab } from './account-tab.ts';
import { setFormats } from './format.ts';
import { type SessionScreen, screenAccess } from './screen-access.ts';

/** The person who is signed in. */
export interface SessionUser {
  id: string;
  email: string;
  name: string;
  /** Address of the photo, to be passed through `accountURL`. */
  image?: string | null;
  /** Operator of the installation: sees the request log. */
  isOperator?: boolean;
}

/** The account of this tab. */
export interface SessionAccount {
  id: string;
  name: string;
  slug: string;
  /** Name of the person's role in it. */
  role: string;
  roleType?: RoleType;
  /** ISO 4217 code. */
  currency: string;
  /** IANA zone. */
  timeZone: string;
  /** BCP 47 tag. */
  locale: string;
  plan?: string;
  logoURL?: string | null;
}

export interface SessionState {
  user: SessionUser;
  /** Null for a person without an account, such as an operator. */
  account: SessionAccount | null;
  availableAccounts: readonly { id: string; name: string; slug: string }[];
  permissions: readonly string[];
  /** Every screen of the account, as the manifest lists them. */
  screens: readonly SessionScreen[];
  /** Kinds of import that the person may run. */
  imports: readonly { name: string; title: string }[];
}

export interface BrowserSession extends SessionState {
  /** The person belongs to a customer of the account: screens leave out what only the account itself needs. */
  isPortal: boolean;
  /** Whether the role allows it: `can('sales_orders:create')`. */
  can(permission: PermissionCode): boolean;
  /** Whether every right is there, as screens ask. */
  canAll(permissions: readonly PermissionCode[]): boolean;
  /**
   * Whether the screen at this address is one that the person may open. Buttons and links ask it, so that none leads to
   * a refusal.
   */
  canOpen(href: string): boolean;
  /** Works in another account from now on, in this tab only. */
  switchAccount(accountID: string): void;
  signOut(): void;
}

const SessionContext = createContext<BrowserSession | null>(null);

/** Gives screens the session; the shell mounts it with what `/v1/me` and `/v1/me/tenancy` answered. */
export function SessionProvider(props: {
  state: SessionState;
  onSwitchAccount(accountID: string): void;
  onSignOut(): void;
  children: ReactNode;
}) {
  const { state, onSwitchAccount, onSignOut, children } = props;
  const session = useMemo<BrowserSession>(() => {
    const rights = new Set(state.permissions);
    if (state.account) {
      // Both must hold before the first screen below draws: links to files and every formatted number depend on them.
      setFormats(state.account);
      if (accountTab.get() === null) accountTab.set(state.account.id);
    }
    return {
      ...state,
      isPortal: state.account?.roleType === 'customer',
      can: (permission) => rights.has(permission),
      canAll: (permissions) => permissions.every((permission) => rights.has(permission)),
      canOpen: screenAccess(state.screens),
      switchAccount: onSwitchAccount,
      signOut: onSignOut,
    };
  }, [state, onSwitchAccount, onSignOut]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The current person, account and rights. */
export function useSession(): BrowserSession {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}

/** Other accounts of the person who is signed in; none where nobody is. */
export function useOtherAccounts(): SessionState['availableAccounts'] {
  const session = use(SessionContext);
  return session?.availableAccounts.filter(({ id }) => id !== session.account?.id) ?? [];
}

const openToAll = (): boolean => true;

/** `canOpen` of the session; true for everything where nobody is signed in. */
export const useCanOpen = (): BrowserSession['canOpen'] => use(SessionContext)?.canOpen ?? openToAll;
