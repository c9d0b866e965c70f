import { Migration } from '@mikro-orm/migrations';

export class Migration20261123000651_practice_carrier extends Migration {
  override name = 'Migration20261123000651_practice_carrier';

  override up(): void | Promise<void> {
    this.addSql(`alter table "core"."integration" drop constraint "integration_code";`);
    this.addSql(
      `alter table "core"."integration" add constraint "integration_code" check (code in ('stripe', 'ups', 'shippo', 'practice_carrier'));`,
    );
  }
}
