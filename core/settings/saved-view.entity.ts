import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { ListDensity } from '../contracts/saved-view.contract.ts';
import { belongsTo, column, tenantColumns, tenantTable } from '../database/tenant-entity.ts';
import { Member } from '../tenancy/member.entity.ts';

/** A named state of a list screen that a member keeps, for themselves or for everybody in the account. */
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
    /** Pixels by column; null where nobody has dragged one. */
    widths: column.json<Record<string, number>>().nullable(),
    density: column.text().$type<ListDensity>().default('compact'),
    isShared: column.boolean().default(false),
  },
  uniques: [{ properties: ['accountID', 'member', 'screen', 'name'] }],
  indexes: [{ properties: ['accountID', 'screen', 'id'] }],
  checks: [{ name: 'saved_view_density', expression: "density in ('compact', 'comfortable')" }],
});
export type SavedView = InferEntity<typeof SavedView>;
