import { Migration } from '@mikro-orm/migrations';

export class Migration20261122031044_written_faster extends Migration {
  override name = 'Migration20261122031044_written_faster';

  override up(): void | Promise<void> {
    // Few movements have a record behind them or mend another one: those that have none are not indexed.
    this.addSql(`alter table "inventory"."movement" drop constraint "movement_account_id_reverses_id_unique";`);
    this.addSql(`drop index "inventory"."movement_account_id_member_id_index";`);
    this.addSql(`drop index "inventory"."movement_account_id_source_type_source_id_index";`);
    this.addSql(
      `create unique index "movement_reversed_once" on "inventory"."movement" ("account_id", "reverses_id") where reverses_id is not null;`,
    );
    this.addSql(
      `create index "movement_account_id_member_id_index" on "inventory"."movement" ("account_id", "member_id") where member_id is not null;`,
    );
    this.addSql(
      `create index "movement_account_id_source_type_source_id_index" on "inventory"."movement" ("account_id", "source_type", "source_id") where source_type is not null;`,
    );

    // What of a layer is left changes with every movement that takes from it; whether anything is left only with the last.
    this.addSql(`drop index "inventory"."cost_layer_left";`);
    this.addSql(
      `alter table "inventory"."cost_layer" add "is_left" boolean generated always as (remaining > 0) stored not null;`,
    );
    this.addSql(
      `create index "cost_layer_left" on "inventory"."cost_layer" ("account_id", "item_id", "owner_id", "location_id", "received_at", "id") where is_left;`,
    );
    this.addSql(`alter table "inventory"."cost_layer" set (fillfactor = 70);`);
  }
}
