import { Migration } from '@mikro-orm/migrations';

/** Lots that have expired, as stock follows them; the job that settles them finds those of today by their index. */
export class Migration20261128174944_blocked_lots extends Migration {
  override name = 'Migration20261128174944_blocked_lots';

  override up(): void | Promise<void> {
    this.addSql(`alter table "inventory"."lot" add "is_blocked" boolean not null default false;`);
    this.addSql(`
      create index lot_to_block on inventory.lot (account_id, expires_on) where expires_on is not null and not is_blocked;
      create index lot_blocked on inventory.lot (account_id, item_id, id) where is_blocked;
      create or replace view inventory.v_stock_on_hand with (security_invoker = true) as
        select balance.account_id, balance.id, balance.item_id, balance.owner_id, balance.location_id, location.name as location_name,
          case when location.is_closed then 'closed' when location.is_promisable then location.reservation_state
            else 'reserved' end as reservation_state,
          balance.lot_id, lot.lot_number, balance.on_hand, balance.allocated, balance.updated_at, lot.expires_on,
          coalesce(lot.is_blocked, false) as is_blocked,
          case when lot.is_blocked then concat('Lot ', lot.lot_number, ' expired ', to_char(lot.expires_on,
            case when date_trunc('year', lot.expires_on) = date_trunc('year', current_date)
              then 'FMMon FMDD' else 'FMMon FMDD, YYYY' end)) end as blocked_because,
          balance.owner_id = balance.account_id and not location.is_closed and location.is_promisable
            and location.reservation_state = 'open' and not coalesce(lot.is_blocked, false) as is_usable
        from inventory.balance balance
        join inventory.storage_location location on location.account_id = balance.account_id and location.id = balance.location_id
        left join inventory.lot lot on lot.account_id = balance.account_id and lot.id = balance.lot_id;`);
  }
}
