import { Migration } from '@mikro-orm/migrations';

/** The same check, with the states in the order in which they are declared. */
export class Migration20261128173000_refused_deliveries extends Migration {
  override name = 'Migration20261128173000_refused_deliveries';

  override up(): void | Promise<void> {
    this.addSql(`alter table "commerce"."delivery" drop constraint "delivery_rejected";`);
    this.addSql(`alter table "commerce"."delivery" add constraint "delivery_rejected" check (status not in
      ('partly_rejected', 'rejected') or rejected_at is not null);`);
  }
}
