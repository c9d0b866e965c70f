import { Migration } from '@mikro-orm/migrations';

export class Migration20261122205000_machines_and_costs extends Migration {
  override name = 'Migration20261122205000_machines_and_costs';

  override up(): void | Promise<void> {
    this.addSql(`
      create view inventory.v_machines with (security_invoker = true) as
        select account_id, id, name, serial_number, department_id from inventory.machine;
      create view inventory.v_departments with (security_invoker = true) as
        select account_id, id, name from inventory.department;
      create view inventory.v_supplies with (security_invoker = true) as
        select account_id, id, source_type, source_id, line_id, item_id, quantity - received as open, due_on
        from inventory.supply where closed_at is null and quantity > received;
      create view inventory.v_item_costs with (security_invoker = true) as
        select item.account_id, item.id,
          case when position.on_hand > 0 then 'layers' else 'item' end as source,
          case when position.on_hand > 0 then position.value else item.unit_cost * conversion.denominator end as value,
          case when position.on_hand > 0 then position.on_hand else conversion.numerator end as quantity,
          conversion.numerator as unit_numerator, conversion.denominator as unit_denominator
        from inventory.item item
        join inventory.unit_conversion conversion on conversion.account_id = item.account_id
          and conversion.id = item.default_conversion_id
        left join inventory.item_position position on position.account_id = item.account_id
          and position.item_id = item.id and position.owner_id = item.account_id;
    `);
  }
}
