import { Migration } from '@mikro-orm/migrations';

export class Migration20261123035959_brand_colour extends Migration {
  override name = 'Migration20261123035959_brand_colour';

  override up(): void | Promise<void> {
    this.addSql(`alter table "core"."account" add "accent_color" text null;`);
    this.addSql(
      `alter table "core"."account" add constraint "account_accent" check (accent_color ~
        '^#[0-9a-f]{6}$');`,
    );
  }
}
