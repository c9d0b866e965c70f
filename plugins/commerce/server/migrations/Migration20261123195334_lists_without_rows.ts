import { Migration } from '@mikro-orm/migrations';

export class Migration20261123195334_lists_without_rows extends Migration {
  override name = 'Migration20261123195334_lists_without_rows';

  override up(): void | Promise<void> {
    this.addSql(`drop index "commerce"."pick_account_id_created_at_id_index";`);
    // The policy of customers reads customer_id: only with it a page's ids and its count come from the index alone.
    this.addSql(`
      create index pick_list_created on commerce.pick (account_id, created_at, id) include (customer_id, finished_at)
        where deleted_at is null;
      drop index commerce.pick_by_urgency;
      create index pick_by_urgency on commerce.pick
        (account_id, priority_rank desc, (coalesce(promised_at, 'infinity'::date)), id) include (customer_id)
        where finished_at is null and deleted_at is null;
      drop index commerce.shipment_list_created;
      create index shipment_list_created on commerce.shipment (account_id, created_at, id) include (customer_id)
        where deleted_at is null;
      drop index commerce.shipment_list_status;
      create index shipment_list_status on commerce.shipment (account_id, status, created_at, id) include (customer_id)
        where deleted_at is null;
    `);
  }
}
