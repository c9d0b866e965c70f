import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** A screen as the shell's menu, palette and router need it. */
export const manifestScreen = z.object({
  name: z.string(),
  path: z.string(),
  /** Further addresses that lead to it. */
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
  /** Whether this person has every right that the screen needs. */
  isAllowed: z.boolean(),
  /** True where the kind of the person's role is kept out, so that no right opens the screen. */
  isClosedToRole: z.boolean().optional(),
});
export type ManifestScreen = z.output<typeof manifestScreen>;

/** A plugin that is enabled for the account, with where its browser code lies. */
export const manifestPlugin = z.object({
  id: z.string(),
  /** Federation name: the id with underscores. */
  name: z.string(),
  title: z.string(),
  /** Address of the remote entry; null where the plugin brings no screens or nothing has been built. */
  entry: z.string().nullable(),
  /** Subresource integrity of the entry. */
  integrity: z.string().nullable(),
  screens: z.array(manifestScreen),
  /** Slots that its screens host. */
  slots: z.array(z.string()),
  /** Slots, its own or others', that its browser half fills. */
  fills: z.array(z.string()),
});
export type ManifestPlugin = z.output<typeof manifestPlugin>;

/**
 * What the shell shows to this person in this account; a disabled plugin is not in it, so its code never reaches the
 * browser.
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
    /** The account that all this is about; an API key learns here which one is its own. */
    account: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
    /** Every right of this person in this account: `sales_orders:read`. */
    permissions: z.array(z.string()),
    /** Kinds of import that this person may run. */
    imports: z.array(z.object({ name: z.string(), title: z.string() })),
  }),
});

/** The health call of the spec: answers while the process runs. */
export const getHealth = endpoint({
  name: 'getHealth',
  method: 'GET',
  path: '/',
  public: 'Health checks come from outside',
  summary: 'Says that the service runs.',
  reply: z.object({ status: z.literal('ok'), env: z.string() }),
});
