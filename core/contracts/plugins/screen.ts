import type { PermissionCode, RoleType } from './permission.ts';

/** The length of a work queue: the `count` of a list with these filters, shown beside the screen in the menu. */
export interface WaitingCount {
  /** Name of the list's endpoint. Whatever refreshes the list also refreshes the number. */
  list: string;
  path: string;
  query: Readonly<Record<string, string | boolean>>;
}

/**
 * A screen of the shell or a plugin, used by the server (manifest, access rules) and the browser (routes, menu,
 * palette).
 */
export interface Screen {
  /** Unique name, the key of the import in the plugin's browser code: `sales-orders`. */
  name: string;
  /** Path with react-router parameters: `/dashboard/sales-orders/:orderID`. */
  path: string;
  /** Further paths of this screen, such as former ones. */
  alsoAt?: readonly string[];
  title: string;
  /** The person needs all listed rights (spec section 6, path access rules). */
  needs: readonly PermissionCode[];
  /** Place in the menu. Screens without `nav` are reached from other screens. */
  nav?: { section: string; order: number; icon?: string; shortcut?: string; count?: WaitingCount };
  /** A plugin with a better screen: the menu leaves this one out where the account has the plugin. */
  navUnless?: string;
  /** True for screens of the customer portal. The menu of customers shows only these, the team's menu none of them. */
  portal?: boolean;
  /**
   * True for other screens that show customers their own data, through endpoints with `customers`. All screens but
   * these and the portal's are closed to customers, whatever their rights.
   */
  customers?: boolean;
  /**
   * Role types that may not open the screen whatever their rights (spec section 6: sales reps and customer groups). The
   * endpoints check rights themselves.
   */
  blockedFor?: readonly RoleType[];
  /** True for screens that only operators of the installation see. */
  operator?: boolean;
}

/** Declares the screens of a plugin in `contracts/screens.ts`. */
export const defineScreenList = <const S extends readonly Screen[]>(screens: S): S => screens;
