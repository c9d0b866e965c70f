import { Migration } from '@mikro-orm/migrations';

export class Migration20261122184000_published_views extends Migration {
  override name = 'Migration20261122184000_published_views';

  override up(): void | Promise<void> {
    this.addSql(`
      create view core.v_parties with (security_invoker = true) as
        select account_id, id, created_at, updated_at, version, kind, number, name, email, parent_id from core.party;
      create view core.v_party_addresses with (security_invoker = true) as
        select account_id, id, created_at, updated_at, version, party_id, name, line1, line2, city, state, postal_code,
          country, phone, email, is_drop_ship, place_id, address_details from core.party_address;
      create view core.v_roles with (security_invoker = true) as
        select account_id, id, name, type from core.role;
      create or replace view core.v_members with (security_invoker = true) as
        select account_id, id, user_id, name, email, image, role_id, status, customer_id, removed_at from core.member;
    `);
  }
}
