import type { PermissionCode } from './permission.ts';

/** A kind of record that generic parts (timeline, palette, email, files, duplicates) can name. */
export interface RecordType {
  /** snake_case, unique: `sales_order`. */
  type: string;
  /** Id prefix: `so` for `so_01h...`; of one plugin only, whose types may share it. */
  prefix: string;
  /** What this type and others of its prefix are together; quantities and rates may name it instead: `item`. */
  kindOf?: string;
  /** What people call it: 'Sales order'. */
  label: string;
  /** Right needed to see it, its timeline and its files. */
  permission: PermissionCode;
  /** Screen of one record, `{id}` replaced: `/dashboard/sales-orders/{id}`. */
  path: string;
  /** The same for customers whose role has the portal, for kinds with a screen of their own there. */
  portal?: { path: string; permission: PermissionCode };
  /** True for kinds of which people of a customer see some: their own, or what is open to them. */
  customers?: boolean;
  /** Type of the record that it is part of and whose timeline tells what happens to it: `sales_order` of its lines. */
  toldBy?: string;
  /** Fields that are copied or summed from other records, whose timelines tell it: these alone have no entry here. */
  follows?: readonly string[];
  /** Why no timeline tells what happens to it; without a reason every change of a record has its entry. */
  untold?: string;
}

/** Declares the record types of a plugin in `contracts/records.ts`. */
export const defineRecords = <const R extends readonly RecordType[]>(records: R): R => records;
