import { Migration } from '@mikro-orm/migrations';

/** Names of what price rules of other domains refer to. */
export class Migration20261122205000_catalogue_views extends Migration {
  override name = 'Migration20261122205000_catalogue_views';

  override up(): void | Promise<void> {
    this.addSql(`
      create view inventory.v_product_lines with (security_invoker = true) as
        select account_id, id, name from inventory.product_line;
      create view inventory.v_categories with (security_invoker = true) as
        select account_id, id, name from inventory.category;
      create view inventory.v_attributes with (security_invoker = true) as
        select attribute.account_id, attribute.id, attribute.name, property.id as property_id,
          property.name || ': ' || attribute.name as title
        from inventory.attribute attribute
        join inventory.property property on property.account_id = attribute.account_id and property.id = attribute.property_id;
      create view inventory.v_group_units with (security_invoker = true) as
        select account_id, unit_group_id, unit_id, numerator, denominator from inventory.unit_conversion;
    `);
  }
}
