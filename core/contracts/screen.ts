import type { PermissionCode, RoleType } from './permission.ts';

/** What waits in a work queue: the `count` of a list with these filters, which the menu shows beside the screen. */
export interface WaitingCount {
  /** Name of the list's endpoint: what refreshes the list refreshes the number. */
  list: string;
  path: string;
  query: Readonly<Record<string, string | boolean>>;
}

/**
 * A screen of the shell or a plugin, known to the server (manifest, path rules) and the browser (routes, menu,
 * palette).
 */
export interface Screen {
  /** Unique name, the key of the import in the browser half: `sales-orders`. */
  name: string;
  /** Path with react-router parameters: `/dashboard/sales-orders/:orderID`. */
  path: string;
  /** Further addresses that lead here: what the screen was called before, or is called elsewhere. */
  alsoAt?: readonly string[];
  title: string;
  /** Every listed right is needed (spec section 6, path access rules). */
  needs: readonly PermissionCode[];
  /** Where the menu shows it; screens without `nav` are reached from others. */
  nav?: { section: string; order: number; icon?: string; shortcut?: string; count?: WaitingCount };
  /** A plugin that has something better: the menu leaves the screen out where the account has it. */
  navUnless?: string;
  /**
   * True for screens of the customer portal: the menu of customers shows these and no others, that of the team shows
   * none.
   */
  portal?: boolean;
  /**
   * True for screens of the house that show customers what is theirs, from endpoints that say so. All but these and the
   * portal's are closed to customers, whatever their role may read.
   */
  customers?: boolean;
  /**
   * Role types that are kept out whatever rights they have (spec section 6: sales reps and customer groups). The
   * endpoints check their own rights.
   */
  blockedFor?: readonly RoleType[];
  /** True for screens that only the operator of the installation sees. */
  operator?: boolean;
}

/** Declares the screens of a plugin in `contracts/screens.ts`. */
export const defineScreenList = <const S extends readonly Screen[]>(screens: S): S => screens;
