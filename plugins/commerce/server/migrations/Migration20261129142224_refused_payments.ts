import { Migration } from '@mikro-orm/migrations';

export class Migration20261129142224_refused_payments extends Migration {
  override name = 'Migration20261129142224_refused_payments';

  override up(): void | Promise<void> {
    this.addSql(`alter table "commerce"."portal_request" drop constraint "portal_request_kind";`);
    this.addSql(
      `alter table "commerce"."portal_request" add constraint "portal_request_kind" check (kind in ('return',
        'estimate_accepted', 'estimate_declined', 'payment', 'payment_refused'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "commerce"."portal_request" drop constraint "portal_request_kind";`);
    this.addSql(
      `alter table "commerce"."portal_request" add constraint "portal_request_kind" check (kind in ('return',
        'estimate_accepted', 'estimate_declined', 'payment'));`,
    );
  }
}
