import { Migration } from '@mikro-orm/migrations';

export class Migration20261123044045_revalued_stock extends Migration {
  override name = 'Migration20261123044045_revalued_stock';

  override up(): void | Promise<void> {
    this.addSql(`alter table "inventory"."movement" drop constraint "movement_action";`);
    this.addSql(`alter table "inventory"."movement" add constraint "movement_action" check (action in ('receive',
        'adjust', 'count', 'move', 'consume', 'produce', 'ship', 'return', 'revalue', 'void'));`);
  }
}
