import { z } from 'zod';
import { endpoint } from '../endpoints/endpoint.ts';

/** A screen as the shell's menu, palette and router need it. */
export const manifestScreen = z.object({
  name: z.string(),
  path: z.string(),
  /** Further paths of the same screen. */
  alsoAt: z.array(z.string()).optional(),
  title: z.string(),
  needs: z.array(z.string()),
  nav: z
    .object({
      section: z.string(),
      order: z.number(),
      icon: z.string().optional(),
      shortcut: z.string().optional(),
      count: z
        .object({
          list: z.string(),
          path: z.string(),
          query: z.record(z.string(), z.union([z.string(), z.boolean()])),
        })
        .optional(),
    })
    .optional(),
  /** Whether the person has all rights that the screen needs. */
  isAllowed: z.boolean(),
  /** True where the kind of the person's role excludes the screen, so that no right opens it. */
  isClosedToRole: z.boolean().optional(),
});
export type ManifestScreen = z.output<typeof manifestScreen>;

/** A plugin enabled for the account, and the address of its browser code. */
export const manifestPlugin = z.object({
  id: z.string(),
  /** Federation name: the id with underscores. */
  name: z.string(),
  title: z.string(),
  /** Address of the remote entry; null where the plugin has no screens or is not built. */
  entry: z.string().nullable(),
  /** Subresource integrity of the entry. */
  integrity: z.string().nullable(),
  screens: z.array(manifestScreen),
  /** Slots in its screens. */
  slots: z.array(z.string()),
  /** Slots, its own or of other plugins, that its browser code fills. */
  fills: z.array(z.string()),
});
export type ManifestPlugin = z.output<typeof manifestPlugin>;

/**
 * The plugins and screens that the shell shows to the caller in this account. Disabled plugins are left out, so their
 * code never reaches the browser.
 */
export const listMyPlugins = endpoint({
  name: 'listMyPlugins',
  method: 'GET',
  path: '/v1/me/plugins',
  signedIn: 'Every member sees the screens of the account, allowed or not',
  customers: 'the screens of the portal',
  summary: 'Lists the plugins of the current account with their screens.',
  reply: z.object({
    items: z.array(manifestPlugin),
    count: z.number(),
    /** The account of the reply; an API key learns here which account is its own. */
    account: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
    /** All rights of the caller in this account: `sales_orders:read`. */
    permissions: z.array(z.string()),
    /** Kinds of import that the caller may run. */
    imports: z.array(z.object({ name: z.string(), title: z.string() })),
  }),
});

/** The health check of the spec: replies while the process runs. */
export const getHealth = endpoint({
  name: 'getHealth',
  method: 'GET',
  path: '/',
  public: 'Health checks come from outside',
  summary: 'Says that the service runs.',
  reply: z.object({ status: z.literal('ok'), env: z.string() }),
});
