import { Migration } from '@mikro-orm/migrations';

/** The numbers of lots, for figures that are narrowed to some. */
export class Migration20261123002300_lots_view extends Migration {
  override name = 'Migration20261123002300_lots_view';

  override up(): void | Promise<void> {
    this.addSql(`
      create view inventory.v_lots with (security_invoker = true) as
        select account_id, id, item_id, lot_number from inventory.lot;
    `);
  }
}
