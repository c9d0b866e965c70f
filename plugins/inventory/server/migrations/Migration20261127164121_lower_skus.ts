import { Migration } from '@mikro-orm/migrations';

/**
 * SKUs of any case are found by an index of a column: row-level security keeps conditions on lower() away from indexes,
 * so that each lookup read all items of the account.
 */
export class Migration20261127164121_lower_skus extends Migration {
  override name = 'Migration20261127164121_lower_skus';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "inventory"."item" add "lower_sku" text generated always as (case when not is_case_twin then lower(sku) end) stored;`,
    );
    this.addSql(`drop index "inventory"."item_account_id_sku_any_case_unique";`);
    this.addSql(
      `alter table "inventory"."item" add constraint "item_account_id_sku_any_case_unique" unique ("account_id", "lower_sku");`,
    );
    this.addSql(`
      create or replace view inventory.v_items with (security_invoker = true) as
        select item.account_id, item.id, item.type, item.sku, item.description, item.product_type, item.manufacturer,
          item.manufacturer_part_number, item.unit_value, item.unit_cost, item.product_line_id,
          line.name as product_line_name,
          coalesce(line.is_commission_exempt, false) as is_commission_exempt,
          coalesce(line.is_freight_exempt, false) as is_freight_exempt,
          unit_group.id as unit_group_id, unit_group.name as unit_group_name,
          default_unit.id as default_unit_id, default_unit.name as default_unit_name,
          base_unit.id as base_unit_id, base_unit.name as base_unit_name, item.start_date, item.end_date,
          item.category_id, category.name as category_name, item.product_group_id, item.base_order_point,
          item.base_lead_time, item.lower_sku
        from inventory.item item
        left join inventory.unit_conversion conversion
          on conversion.account_id = item.account_id and conversion.id = item.default_conversion_id
        left join inventory.unit_group unit_group
          on unit_group.account_id = item.account_id and unit_group.id = conversion.unit_group_id
        left join inventory.unit default_unit
          on default_unit.account_id = item.account_id and default_unit.id = conversion.unit_id
        left join inventory.unit base_unit
          on base_unit.account_id = item.account_id and base_unit.id = unit_group.base_unit_id
        left join inventory.product_line line on line.account_id = item.account_id and line.id = item.product_line_id
        left join inventory.category category
          on category.account_id = item.account_id and category.id = item.category_id;
    `);
  }
}
