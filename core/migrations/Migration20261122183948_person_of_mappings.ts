import { Migration } from '@mikro-orm/migrations';

export class Migration20261122183948_person_of_mappings extends Migration {
  override name = 'Migration20261122183948_person_of_mappings';

  override up(): void | Promise<void> {
    // They may come from imports that were refused, and nobody knows whose they are.
    this.addSql(`truncate "core"."import_mapping";`);
    this.addSql(`alter table "core"."import_mapping" drop constraint "import_mapping_pkey";`);
    this.addSql(`alter table "core"."import_mapping" add "person_id" text collate "C" not null;`);
    this.addSql(
      `alter table "core"."import_mapping" add primary key ("account_id", "type", "signature", "person_id");`,
    );
  }
}
