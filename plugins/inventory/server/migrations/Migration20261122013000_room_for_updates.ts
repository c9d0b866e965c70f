import { Migration } from '@mikro-orm/migrations';

export class Migration20261122013000_room_for_updates extends Migration {
  override name = 'Migration20261122013000_room_for_updates';

  override up(): void | Promise<void> {
    // Every promise and every movement updates these, and nothing of it is indexed: with room on the page no index is touched.
    this.addSql(`alter table "inventory"."item_position" set (fillfactor = 50);`);
    this.addSql(`alter table "inventory"."balance" set (fillfactor = 50);`);
  }
}
