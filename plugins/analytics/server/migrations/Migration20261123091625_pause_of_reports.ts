import { Migration } from '@mikro-orm/migrations';

export class Migration20261123091625_pause_of_reports extends Migration {
  override name = 'Migration20261123091625_pause_of_reports';

  override up(): void | Promise<void> {
    this.addSql(`alter table "analytics"."scheduled_report" add "is_paused" boolean not null default false;`);
  }
}
