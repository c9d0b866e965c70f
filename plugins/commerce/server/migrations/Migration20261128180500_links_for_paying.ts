import { Migration } from '@mikro-orm/migrations';

/** Links by which strangers pay show what is left to pay alone, at once those too that were opened before. */
export class Migration20261128180500_links_for_paying extends Migration {
  override name = 'Migration20261128180500_links_for_paying';

  override up(): void | Promise<void> {
    this.addSql(`alter table "commerce"."document_link" add column "kind" text not null default 'mail';`);
    this.addSql(`update "commerce"."document_link" set "kind" = 'pay' where sent_to ~ '^https?://';`);
    this.addSql(`alter table "commerce"."document_link" alter column "kind" drop default;`);
    this.addSql(
      `alter table "commerce"."document_link" add constraint "document_link_kind" check (kind in ('mail', 'pay'));`,
    );
  }
}
