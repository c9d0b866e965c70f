import { createContext, type ReactNode, use, useMemo } from 'react';
import type { PermissionCode, RoleType } from '../../contracts/plugins/permission.ts';
import { setFormats } from '../format/format.ts';
import { accountTab } from './account-tab.ts';
import { type SessionScreen, screenAccess } from './screen-access.ts';

/** The signed-in person. */
export interface SessionUser {
  id: string;
  email: string;
  name: string;
  /** Address of the photo; pass it through `accountURL`. */
  image?: string | null;
  /** True for operators of the installation, who see the request log. */
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
  /** All screens in the account's manifest. */
  screens: readonly SessionScreen[];
  /** Kinds of import that the person may run. */
  imports: readonly { name: string; title: string }[];
}

export interface BrowserSession extends SessionState {
  /** True for people of a customer. Screens leave out parts that only the account's own people need. */
  isPortal: boolean;
  /** Whether the person has a right: `can('sales_orders:create')`. */
  can(permission: PermissionCode): boolean;
  /** Whether the person has all these rights. */
  canAll(permissions: readonly PermissionCode[]): boolean;
  /** Whether the person may open the screen at this address. Buttons and links use it to avoid leading to a refusal. */
  canOpen(href: string): boolean;
  /** Switches this tab to another account. */
  switchAccount(accountID: string): void;
  signOut(): void;
}

const SessionContext = createContext<BrowserSession | null>(null);

/** Provides the session to screens. The shell mounts it with the replies of `/v1/me` and `/v1/me/tenancy`. */
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
      // Set before the first screen renders, because links to files and formatted numbers depend on both.
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

/** The signed-in person's other accounts; empty without a sign-in. */
export function useOtherAccounts(): SessionState['availableAccounts'] {
  const session = use(SessionContext);
  return session?.availableAccounts.filter(({ id }) => id !== session.account?.id) ?? [];
}

const openToAll = (): boolean => true;

/** `canOpen` of the session; always true without a sign-in. */
export const useCanOpen = (): BrowserSession['canOpen'] => use(SessionContext)?.canOpen ?? openToAll;
