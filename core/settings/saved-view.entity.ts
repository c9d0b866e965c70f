import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { ListDensity } from '../contracts/records/saved-view.contract.ts';
import { belongsTo, column, tenantColumns, tenantTable } from '../database/tenant-entity.ts';
import { Member } from '../tenancy/access/member.entity.ts';

/** A named state of a list screen, saved by a member for themselves or for the whole account. */
export const SavedView = defineEntity({
  ...tenantTable('core', 'saved_view'),
  name: 'SavedView',
  properties: {
    ...tenantColumns(),
    member: () => belongsTo(Member, 'member_id'),
    screen: column.id(),
    name: column.text(),
    /** The list's URL state without paging. */
    query: column.text(),
    columns: column.textArray(),
    /** Width in pixels by column; null if none was changed. */
    widths: column.json<Record<string, number>>().nullable(),
    density: column.text().$type<ListDensity>().default('compact'),
    isShared: column.boolean().default(false),
  },
  uniques: [{ properties: ['accountID', 'member', 'screen', 'name'] }],
  indexes: [{ properties: ['accountID', 'screen', 'id'] }],
  checks: [{ name: 'saved_view_density', expression: "density in ('compact', 'comfortable')" }],
});
export type SavedView = InferEntity<typeof SavedView>;
