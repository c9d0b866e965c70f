import { Migration } from '@mikro-orm/migrations';

/** Lets the job role see which accounts lack a number series or a default right. */
export class Migration20261129002111_set_up_of_accounts extends Migration {
  override name = 'Migration20261129002111_set_up_of_accounts';

  override up(): void | Promise<void> {
    for (const table of ['numbering_sequence', 'role', 'role_permission'])
      this.addSql(`create policy ${table}_job on core.${table} to millwright_job using (true) with check (true);`);
  }
}
