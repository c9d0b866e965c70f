import type { PermissionCode } from '../plugins/permission.ts';

/** A record type, by which the generic parts (timeline, palette, email, files, duplicates) work with a record. */
export interface RecordType {
  /** snake_case, unique: `sales_order`. */
  type: string;
  /** Id prefix: `so` for `so_01h...`. It belongs to one plugin, whose types may share it. */
  prefix: string;
  /** Common name of all types with this prefix, accepted for quantities and rates: `item`. */
  kindOf?: string;
  /** Name for people: 'Sales order'. */
  label: string;
  /** Right to see the record, its timeline and its files. */
  permission: PermissionCode;
  /** Path of the record's screen with `{id}` as placeholder: `/dashboard/sales-orders/{id}`. */
  path: string;
  /** Path and right of the screen in the customer portal, for types that have one. */
  portal?: { path: string; permission: PermissionCode };
  /** True where people of a customer may see some of the records: their own, or public ones. */
  customers?: boolean;
  /** True where people of a customer add pictures and PDF to the records that they see. */
  customersAddFiles?: boolean;
  /** Type of the parent record whose timeline shows this record's changes: `sales_order` for order lines. */
  toldBy?: string;
  /**
   * Fields copied or summed from other records, whose timelines show the change. A change of only these fields has no
   * entry here.
   */
  follows?: readonly string[];
  /** Reason for having no timeline. Without it, every change of a record must have an entry. */
  untold?: string;
}

/** Declares the record types of a plugin in `contracts/records.ts`. */
export const defineRecords = <const R extends readonly RecordType[]>(records: R): R => records;
