import { z } from 'zod';
import { endpoint, noContent } from '../endpoints/endpoint.ts';
import { requiredLine } from '../texts/text.ts';

const openReason = 'Everyone keeps their own views of the lists they may see';

/** A column of a saved view, in its order. Columns of the list that the view does not name are hidden. */
export const savedViewColumn = z.string().min(1).max(80);

/** Row heights of a list. */
export const listDensities = ['compact', 'comfortable'] as const;
export type ListDensity = (typeof listDensities)[number];

/** Limits of a column's width in pixels. */
export const columnWidth = { min: 48, max: 1200 } as const;

/** Widths of columns in pixels; columns without one are laid out by the browser. */
const columnWidths = z
  .record(savedViewColumn, z.int().min(columnWidth.min).max(columnWidth.max))
  .refine((widths) => Object.keys(widths).length <= 100, { error: 'At most 100 columns' });
const density = z.enum(listDensities);

/** A named state of a list screen: its filters, search and sorting as a query string, and its columns. */
export const savedView = z.object({
  id: z.string(),
  /** Name of the screen in its declaration: `sales-orders`. */
  screen: z.string(),
  name: z.string(),
  /** The list's URL state without paging, with the names of the API: `statusCodes=issued&sortBy=number`. */
  query: z.string(),
  columns: z.array(savedViewColumn),
  widths: columnWidths,
  density,
  /** Visible to everyone in the account; only its owner may change it. */
  isShared: z.boolean(),
  /** True if the caller may change and delete it. */
  isOwn: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type SavedView = z.output<typeof savedView>;

const savedViewBody = z.strictObject({
  screen: z.string().min(1, 'Screen is required').max(80),
  name: requiredLine(60, 'Name is required'),
  query: z.string().max(4000).default(''),
  columns: z.array(savedViewColumn).max(100).default([]),
  widths: columnWidths.default({}),
  density: density.default('compact'),
  isShared: z.boolean().default(false),
});

/** Views of one screen: the caller's own and those shared in the account, oldest first; at most 100. */
export const listSavedViews = endpoint({
  name: 'listSavedViews',
  method: 'GET',
  path: '/v1/saved-views',
  summary: 'Lists the saved views of a screen.',
  signedIn: openReason,
  customers: 'own views of lists',
  query: z.strictObject({ screen: z.string().min(1).max(80) }),
  reply: z.object({ items: z.array(savedView), count: z.number() }),
});

/** Saves a view; a second view of the same person, screen and name is 409 `duplicate`. */
export const createSavedView = endpoint({
  name: 'createSavedView',
  method: 'POST',
  path: '/v1/saved-views',
  summary: 'Saves a view of a list.',
  signedIn: openReason,
  customers: 'own views of lists',
  body: savedViewBody,
  reply: savedView,
});

/** Changes a view of the caller; 404 for a view of somebody else. */
export const updateSavedView = endpoint({
  name: 'updateSavedView',
  method: 'PATCH',
  path: '/v1/saved-views/{savedViewID}',
  summary: 'Renames a saved view or replaces its state.',
  signedIn: openReason,
  customers: 'own views of lists',
  body: z.strictObject({
    name: savedViewBody.shape.name.optional(),
    query: z.string().max(4000).optional(),
    columns: z.array(savedViewColumn).max(100).optional(),
    widths: columnWidths.optional(),
    density: density.optional(),
    isShared: z.boolean().optional(),
  }),
  reply: savedView,
});

/** Deletes a view of the caller. */
export const deleteSavedView = endpoint({
  name: 'deleteSavedView',
  method: 'DELETE',
  path: '/v1/saved-views/{savedViewID}',
  summary: 'Deletes a saved view.',
  signedIn: openReason,
  customers: 'own views of lists',
  reply: noContent,
});
