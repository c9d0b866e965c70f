import { Migration } from '@mikro-orm/migrations';

/** What a demand has to wait for, in place of the day: from when late supply counts, the account decides. */
export class Migration20261124040000_turn_of_demands extends Migration {
  override name = 'Migration20261124040000_turn_of_demands';

  override up(): void | Promise<void> {
    this.addSql(`
      drop view inventory.v_demands;
      create view inventory.v_demands with (security_invoker = true) as
        select demand.account_id, demand.id, demand.source_type, demand.source_id, demand.source_number,
          demand.line_id, demand.item_id, demand.customer_id, demand.quantity, demand.reserved,
          demand.quantity - demand.reserved as short, demand.priority_rank, demand.promised_on, demand.issued_at,
          case when demand.reserved < demand.quantity then (
            select sum(ahead.quantity - ahead.reserved) from inventory.demand ahead
            where ahead.account_id = demand.account_id and ahead.item_id = demand.item_id
              and ahead.reserved < ahead.quantity
              and (- ahead.priority_rank, coalesce(ahead.promised_on, 'infinity'), ahead.issued_at, ahead.id)
                <= (- demand.priority_rank, coalesce(demand.promised_on, 'infinity'), demand.issued_at, demand.id)
          ) end as short_upto
        from inventory.demand;
    `);
  }
}
