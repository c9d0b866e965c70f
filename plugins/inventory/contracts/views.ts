import { defineView } from '@millwright/core/contracts';
import { z } from 'zod';

/**
 * Row of `inventory.v_items`: items with the names that lists and reports of other domains show. Numeric columns are
 * decimal texts.
 */
export const itemViewRow = z.object({
  account_id: z.string(),
  id: z.string(),
  type: z.enum(['product', 'part', 'material', 'supply']),
  sku: z.string(),
  description: z.string(),
  product_type: z.enum(['sale', 'service', 'shipping', 'credit', 'return', 'tax']).nullable(),
  manufacturer: z.string().nullable(),
  manufacturer_part_number: z.string().nullable(),
  /** Price and cost of one default unit. */
  unit_value: z.string(),
  unit_cost: z.string(),
  product_line_id: z.string().nullable(),
  product_line_name: z.string().nullable(),
  is_commission_exempt: z.boolean(),
  is_freight_exempt: z.boolean(),
  unit_group_id: z.string(),
  unit_group_name: z.string(),
  default_unit_id: z.string(),
  default_unit_name: z.string(),
  base_unit_id: z.string(),
  base_unit_name: z.string(),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  category_id: z.string().nullable(),
  category_name: z.string().nullable(),
  product_group_id: z.string().nullable(),
  /** In base units; null for items without one. */
  base_order_point: z.string().nullable(),
  /** In base units of the unit's group: seconds. */
  base_lead_time: z.string().nullable(),
  /** Key for looking up SKUs in any case; null for an older item whose SKU differs from another one's only by case. */
  lower_sku: z.string().nullable(),
});
export type ItemViewRow = z.output<typeof itemViewRow>;

/** Items of every type. */
export const itemsView = defineView('inventory.v_items', itemViewRow);

/** Row of `inventory.v_units`: the names of units, for documents that keep a unit's id. */
export const unitViewRow = z.object({
  account_id: z.string(),
  id: z.string(),
  name: z.string(),
  description: z.string(),
});
export type UnitViewRow = z.output<typeof unitViewRow>;

/** Units of measure. */
export const unitsView = defineView('inventory.v_units', unitViewRow);

/** Row of `inventory.v_group_units`: one unit equals `numerator / denominator` base units of the group. */
export const groupUnitViewRow = z.object({
  account_id: z.string(),
  unit_group_id: z.string(),
  unit_id: z.string(),
  numerator: z.string(),
  denominator: z.string(),
});
export type GroupUnitViewRow = z.output<typeof groupUnitViewRow>;

/** The units of each unit group, in which its items can be measured. */
export const groupUnitsView = defineView('inventory.v_group_units', groupUnitViewRow);

/** Row of the views of product lines and categories, whose ids documents and price rules keep. */
const namedViewRow = z.object({ account_id: z.string(), id: z.string(), name: z.string() });

/** Product lines. */
export const productLinesView = defineView('inventory.v_product_lines', namedViewRow);

/** Categories of products and materials. */
export const categoriesView = defineView('inventory.v_categories', namedViewRow);

/** Attributes with their property; `title` names both: `Color: Black`. */
export const attributesView = defineView(
  'inventory.v_attributes',
  namedViewRow.extend({ property_id: z.string(), title: z.string() }),
);

/**
 * Row of `inventory.v_demands`: the open demand of a line of an issued document, and its reservation. Amounts are
 * decimal texts in base units.
 */
export const demandViewRow = z.object({
  account_id: z.string(),
  id: z.string(),
  /** Record type of the document: `sales_order`. */
  source_type: z.string(),
  source_id: z.string(),
  source_number: z.string(),
  line_id: z.string(),
  item_id: z.string(),
  customer_id: z.string().nullable(),
  quantity: z.string(),
  reserved: z.string(),
  /** `quantity - reserved` */
  short: z.string(),
  priority_rank: z.int(),
  promised_on: z.string().nullable(),
  issued_at: z.date(),
  /**
   * Running sum of the short quantities up to and including this line, in serving order: that much stock has to arrive
   * before the line is served. Null for a line that is not short.
   */
  short_upto: z.string().nullable(),
});
export type DemandViewRow = z.output<typeof demandViewRow>;

/** Lines of issued documents with open demand; a line without a row has none. */
export const demandsView = defineView('inventory.v_demands', demandViewRow);

/** Row of `inventory.v_machines`. */
export const machineViewRow = z.object({
  account_id: z.string(),
  id: z.string(),
  name: z.string(),
  serial_number: z.string().nullable(),
  department_id: z.string().nullable(),
});
export type MachineViewRow = z.output<typeof machineViewRow>;

/** Machines. */
export const machinesView = defineView('inventory.v_machines', machineViewRow);

/** Row of `inventory.v_departments`. */
export const departmentViewRow = z.object({ account_id: z.string(), id: z.string(), name: z.string() });
export type DepartmentViewRow = z.output<typeof departmentViewRow>;

/** Departments of the plant. */
export const departmentsView = defineView('inventory.v_departments', departmentViewRow);

/**
 * Row of `inventory.v_item_costs`: the cost of an item that is not made. One base unit costs `value / quantity`, and
 * one default unit is `unit_numerator / unit_denominator` base units. Decimal texts.
 */
export const itemCostViewRow = z.object({
  account_id: z.string(),
  id: z.string(),
  /** `layers`: the weighted average of the account's own stock; `item`: the item's unit cost. */
  source: z.enum(['layers', 'item']),
  value: z.string(),
  quantity: z.string(),
  unit_numerator: z.string(),
  unit_denominator: z.string(),
});
export type ItemCostViewRow = z.output<typeof itemCostViewRow>;

/** Purchase costs of items. */
export const itemCostsView = defineView('inventory.v_item_costs', itemCostViewRow);

/**
 * Row of `inventory.v_supplies`: stock that a document is expected to bring. Amounts are decimal texts in base units.
 */
export const supplyViewRow = z.object({
  account_id: z.string(),
  id: z.string(),
  /** `expected_receipt`, `production_run`. */
  source_type: z.string(),
  source_id: z.string(),
  line_id: z.string(),
  item_id: z.string(),
  /** Quantity that has not arrived yet; above 0. */
  open: z.string(),
  due_on: z.string(),
});
export type SupplyViewRow = z.output<typeof supplyViewRow>;

/** Expected stock that has not arrived yet. */
export const suppliesView = defineView('inventory.v_supplies', supplyViewRow);
