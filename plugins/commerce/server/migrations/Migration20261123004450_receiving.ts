import { Migration } from '@mikro-orm/migrations';

export class Migration20261123004450_receiving extends Migration {
  override name = 'Migration20261123004450_receiving';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "commerce"."receiving_order" ("account_id" text collate "C" not null,
        "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null,
        "version" int not null default 1, "number" text not null, "number_key" text collate "C" not null,
        "purchase_order_id" text collate "C" null, "supplier_id" text collate "C" null,
        "supplier_name" text not null, "status" text not null, "note" text null, "expected_on" date null,
        "completed_at" timestamptz null, "voided_at" timestamptz null, "deleted_at" timestamptz null,
        "line_count" int not null default 0, "quantity" numeric(18,6) not null default '0',
        "quantity_stocked" numeric(18,6) not null default '0', primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "receiving_order_account_id_supplier_id_created_at_id_index" on "commerce"."receiving_order"
        ("account_id", "supplier_id", "created_at", "id");`,
    );
    this.addSql(
      `alter table "commerce"."receiving_order" add constraint "receiving_order_account_id_number_unique" unique
        ("account_id", "number");`,
    );
    this.addSql(
      `alter table "commerce"."receiving_order" add constraint "receiving_order_account_id_purchase_order_id_unique"
        unique ("account_id", "purchase_order_id");`,
    );

    this.addSql(
      `create table "commerce"."receiving_order_line" ("account_id" text collate "C" not null,
        "id" text collate "C" not null, "receiving_order_id" text collate "C" not null,
        "order_line_id" text collate "C" null, "line_item_number" int not null, "item_id" text collate "C" not null,
        "sku" text not null, "description" text not null, "item_type" text not null,
        "supplier_part_number" text null, "quantity" numeric(18,6) not null, "unit_id" text collate "C" not null,
        "unit_name" text not null, "base_quantity" numeric(18,6) not null, "base_unit_id" text collate "C" not null,
        "unit_cost" numeric(18,6) not null, "note" text null,
        "quantity_received" numeric(18,6) not null default '0',
        "quantity_rejected" numeric(18,6) not null default '0',
        "quantity_stocked" numeric(18,6) not null default '0', "stocked_at" timestamptz null,
        primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "receiving_order_line_account_id_receiving_order_id_22933_index" on
        "commerce"."receiving_order_line" ("account_id", "receiving_order_id", "line_item_number");`,
    );
    this.addSql(
      `create index "receiving_order_line_account_id_item_id_receiving__83f91_index" on
        "commerce"."receiving_order_line" ("account_id", "item_id", "receiving_order_id");`,
    );
    this.addSql(
      `create index "receiving_order_line_account_id_unit_id_index" on "commerce"."receiving_order_line"
        ("account_id", "unit_id");`,
    );
    this.addSql(
      `alter table "commerce"."receiving_order_line" add constraint
        "receiving_order_line_account_id_order_line_id_unique" unique ("account_id", "order_line_id");`,
    );

    this.addSql(
      `create table "commerce"."delivery" ("account_id" text collate "C" not null, "id" text collate "C" not null,
        "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1,
        "number" text not null, "number_key" text collate "C" not null,
        "receiving_order_id" text collate "C" not null, "supplier_id" text collate "C" not null,
        "status" text not null, "reference" text null, "note" text null, "line_count" int not null,
        "received_at" timestamptz not null, "received_by_id" text collate "C" null,
        "received_by_name" text not null, "accepted_at" timestamptz null, "rejected_at" timestamptz null,
        "returned_at" timestamptz null, "voided_at" timestamptz null, "is_historic" boolean not null default false,
        primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "delivery_account_id_receiving_order_id_index" on "commerce"."delivery" ("account_id",
        "receiving_order_id");`,
    );
    this.addSql(
      `create index "delivery_account_id_supplier_id_received_at_id_index" on "commerce"."delivery" ("account_id",
        "supplier_id", "received_at", "id");`,
    );
    this.addSql(
      `create index "delivery_account_id_received_at_id_index" on "commerce"."delivery" ("account_id",
        "received_at", "id");`,
    );
    this.addSql(
      `create index "delivery_account_id_status_received_at_id_index" on "commerce"."delivery" ("account_id",
        "status", "received_at", "id");`,
    );
    this.addSql(
      `create index "delivery_account_id_number_key_id_index" on "commerce"."delivery" ("account_id", "number_key",
        "id");`,
    );
    this.addSql(
      `create index "delivery_account_id_received_by_id_index" on "commerce"."delivery" ("account_id",
        "received_by_id") where received_by_id is not null;`,
    );
    this.addSql(
      `alter table "commerce"."delivery" add constraint "delivery_account_id_number_unique" unique ("account_id",
        "number");`,
    );

    this.addSql(
      `create table "commerce"."delivery_line" ("account_id" text collate "C" not null,
        "id" text collate "C" not null, "delivery_id" text collate "C" not null,
        "receiving_line_id" text collate "C" not null, "position" int not null, "item_id" text collate "C" not null,
        "lot_id" text collate "C" null, "lot_number" text null, "expires_on" date null,
        "quantity" numeric(18,6) not null, "unit_id" text collate "C" not null, "unit_name" text not null,
        "base_quantity" numeric(18,6) not null, "base_rejected" numeric(18,6) not null default '0',
        "base_stocked" numeric(18,6) not null default '0', "reason" text null, "value" numeric(20,6) not null,
        "due_on" date null, "location_id" text collate "C" null, "stocked_at" timestamptz null,
        "voided_at" timestamptz null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "delivery_line_account_id_delivery_id_position_index" on "commerce"."delivery_line"
        ("account_id", "delivery_id", "position");`,
    );
    this.addSql(
      `create index "delivery_line_account_id_receiving_line_id_index" on "commerce"."delivery_line" ("account_id",
        "receiving_line_id");`,
    );
    this.addSql(
      `create index "delivery_line_account_id_item_id_delivery_id_index" on "commerce"."delivery_line" ("account_id",
        "item_id", "delivery_id");`,
    );
    this.addSql(
      `create index "delivery_line_account_id_unit_id_index" on "commerce"."delivery_line" ("account_id", "unit_id");`,
    );

    this.addSql(
      `alter table "commerce"."receiving_order" add constraint "receiving_order_account_id_purchase_order_id_foreign"
        foreign key ("account_id", "purchase_order_id") references "commerce"."purchase_order" ("account_id",
        "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."receiving_order" add constraint "receiving_order_account_id_supplier_id_foreign"
        foreign key ("account_id", "supplier_id") references "commerce"."supplier" ("account_id",
        "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."receiving_order" add constraint "receiving_order_number" check (number <> '' and
        number_key <> '');`,
    );
    this.addSql(
      `alter table "commerce"."receiving_order" add constraint "receiving_order_status" check (status in ('expected',
        'at_dock', 'completed', 'void'));`,
    );
    this.addSql(
      `alter table "commerce"."receiving_order" add constraint "receiving_order_completed" check ((completed_at is
        not null) = (status = 'completed'));`,
    );
    this.addSql(
      `alter table "commerce"."receiving_order" add constraint "receiving_order_void" check ((voided_at is not null)
        = (status = 'void'));`,
    );
    this.addSql(
      `alter table "commerce"."receiving_order" add constraint "receiving_order_withdrawn" check (deleted_at is null
        or status = 'expected');`,
    );
    this.addSql(
      `alter table "commerce"."receiving_order" add constraint "receiving_order_supplier" check ((supplier_id is
        null) = (deleted_at is not null));`,
    );
    this.addSql(
      `alter table "commerce"."receiving_order" add constraint "receiving_order_sums" check (line_count >= 0 and
        quantity_stocked between 0 and quantity);`,
    );
    this.addSql(
      `alter table "commerce"."receiving_order" add constraint "receiving_order_account_id_check" check (account_id
        <> '');`,
    );
    this.addSql(`alter table "commerce"."receiving_order" enable row level security;`);
    this.addSql(`alter table "commerce"."receiving_order" force row level security;`);
    this.addSql(
      `create policy "receiving_order_account" on "commerce"."receiving_order" to "millwright_tenant",
        "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "receiving_order_customer" on "commerce"."receiving_order" as restrictive to "millwright_tenant"
        using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );

    this.addSql(
      `alter table "commerce"."receiving_order_line" add constraint
        "receiving_order_line_account_id_receiving_order_id_foreign" foreign key ("account_id",
        "receiving_order_id") references "commerce"."receiving_order" ("account_id",
        "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."receiving_order_line" add constraint
        "receiving_order_line_account_id_order_line_id_foreign" foreign key ("account_id",
        "order_line_id") references "commerce"."purchase_order_line" ("account_id",
        "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."receiving_order_line" add constraint "receiving_order_line_item_type" check (item_type
        in ('product', 'part', 'material', 'supply'));`,
    );
    this.addSql(
      `alter table "commerce"."receiving_order_line" add constraint "receiving_order_line_quantity" check (quantity >
        0 and base_quantity > 0 and unit_cost >= 0);`,
    );
    this.addSql(`alter table "commerce"."receiving_order_line" add constraint "receiving_order_line_progress" check
        (quantity_rejected >= 0 and quantity_stocked >= 0
        and quantity_rejected + quantity_stocked <= quantity_received);`);
    this.addSql(
      `alter table "commerce"."receiving_order_line" add constraint "receiving_order_line_account_id_check" check
        (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."receiving_order_line" enable row level security;`);
    this.addSql(`alter table "commerce"."receiving_order_line" force row level security;`);
    this.addSql(
      `create policy "receiving_order_line_account" on "commerce"."receiving_order_line" to "millwright_tenant",
        "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "receiving_order_line_customer" on "commerce"."receiving_order_line" as restrictive to
        "millwright_tenant" using (current_setting('app.customer_id') = '') with check
        (current_setting('app.customer_id') = '');`,
    );

    this.addSql(
      `alter table "commerce"."delivery" add constraint "delivery_account_id_receiving_order_id_foreign" foreign key
        ("account_id", "receiving_order_id") references "commerce"."receiving_order" ("account_id",
        "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."delivery" add constraint "delivery_account_id_supplier_id_foreign" foreign key
        ("account_id", "supplier_id") references "commerce"."supplier" ("account_id",
        "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."delivery" add constraint "delivery_account_id_received_by_id_foreign" foreign key
        ("account_id", "received_by_id") references "core"."member" ("account_id",
        "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."delivery" add constraint "delivery_number" check (number <> '' and number_key <> '');`,
    );
    this.addSql(
      `alter table "commerce"."delivery" add constraint "delivery_status" check (status in ('received', 'accepted',
        'partly_rejected', 'rejected', 'void'));`,
    );
    this.addSql(
      `alter table "commerce"."delivery" add constraint "delivery_void" check ((voided_at is not null) = (status =
        'void'));`,
    );
    this.addSql(
      `alter table "commerce"."delivery" add constraint "delivery_accepted" check (status <> 'accepted' or
        accepted_at is not null);`,
    );
    this.addSql(
      `alter table "commerce"."delivery" add constraint "delivery_rejected" check (status not in ('rejected',
        'partly_rejected') or rejected_at is not null);`,
    );
    this.addSql(
      `alter table "commerce"."delivery" add constraint "delivery_returned" check (returned_at is null or rejected_at
        is not null);`,
    );
    this.addSql(
      `alter table "commerce"."delivery" add constraint "delivery_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."delivery" enable row level security;`);
    this.addSql(`alter table "commerce"."delivery" force row level security;`);
    this.addSql(
      `create policy "delivery_account" on "commerce"."delivery" to "millwright_tenant",
        "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "delivery_customer" on "commerce"."delivery" as restrictive to "millwright_tenant" using
        (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );

    this.addSql(
      `alter table "commerce"."delivery_line" add constraint "delivery_line_account_id_delivery_id_foreign" foreign
        key ("account_id", "delivery_id") references "commerce"."delivery" ("account_id",
        "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."delivery_line" add constraint "delivery_line_account_id_receiving_line_id_foreign"
        foreign key ("account_id", "receiving_line_id") references "commerce"."receiving_order_line" ("account_id",
        "id") on update no action on delete no action;`,
    );
    this.addSql(`alter table "commerce"."delivery_line" add constraint "delivery_line_quantity" check (quantity > 0
        and base_quantity > 0 and value >= 0 and base_rejected between 0 and base_quantity
        and base_stocked between 0 and base_quantity - base_rejected);`);
    this.addSql(`alter table "commerce"."delivery_line" add constraint "delivery_line_position" check (position > 0);`);
    this.addSql(
      `alter table "commerce"."delivery_line" add constraint "delivery_line_account_id_check" check (account_id <>
        '');`,
    );
    this.addSql(`alter table "commerce"."delivery_line" enable row level security;`);
    this.addSql(`alter table "commerce"."delivery_line" force row level security;`);
    this.addSql(
      `create policy "delivery_line_account" on "commerce"."delivery_line" to "millwright_tenant",
        "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "delivery_line_customer" on "commerce"."delivery_line" as restrictive to "millwright_tenant"
        using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );
    // Sorted lists leave withdrawn orders out; what waits at the dock is counted for the menu.
    this.addSql(`
      create index receiving_order_list_created on commerce.receiving_order (account_id, created_at,
        id) where deleted_at is null;
      create index receiving_order_list_number on commerce.receiving_order (account_id, number_key,
        id) where deleted_at is null;
      create index receiving_order_list_expected on commerce.receiving_order (account_id, (coalesce(expected_on,
        'infinity'::date)), id) where deleted_at is null;
      create index receiving_order_list_completed on commerce.receiving_order (account_id, (coalesce(completed_at,
        'infinity'::timestamptz)), id) where deleted_at is null;
      create index receiving_order_list_supplier on commerce.receiving_order (account_id, supplier_name,
        id) where deleted_at is null;
      create index receiving_order_list_status on commerce.receiving_order (account_id, status, created_at,
        id) where deleted_at is null;
    `);
    // Orders that are issued already are waited for, the oldest with the first number. Whoever migrates is otherwise
    // kept to one account.
    const tables = [
      'core.numbering_sequence',
      'core.search_document',
      'commerce.purchase_order',
      'commerce.purchase_order_line',
      'commerce.receiving_order',
      'commerce.receiving_order_line',
    ];
    for (const table of tables) this.addSql(`alter table ${table} no force row level security;`);
    this.addSql(`
      insert into commerce.receiving_order (account_id, id, created_at, updated_at, version, number, number_key,
          purchase_order_id, supplier_id, supplier_name, status, expected_on, line_count, quantity, quantity_stocked)
        select bought.account_id, 'rcv_' || substr(bought.id, 4), now(), now(), 1, turn.number::text,
          lpad(turn.number::text, 20, '0'), bought.id, bought.supplier_id, bought.supplier_name, 'expected',
          bought.expected_on, bought.line_count, bought.quantity_ordered, 0
        from commerce.purchase_order bought
        join (select account_id, id, 999 + row_number() over (partition by account_id order by issued_at, id) as number
          from commerce.purchase_order where status = 'issued') turn
          on turn.account_id = bought.account_id and turn.id = bought.id;
      insert into commerce.receiving_order_line (account_id, id, receiving_order_id, order_line_id, line_item_number,
          item_id, sku, description, item_type, supplier_part_number, quantity, unit_id, unit_name, base_quantity,
          base_unit_id, unit_cost)
        select line.account_id, 'rcl_' || substr(line.id, 5), receiving.id, line.id, line.line_item_number,
        line.item_id,
          line.sku, line.description, line.item_type, line.supplier_part_number, line.quantity, line.unit_id,
          line.unit_name, line.base_quantity, line.base_unit_id, line.unit_price
        from commerce.receiving_order receiving
        join commerce.purchase_order_line line on line.account_id = receiving.account_id
          and line.order_id = receiving.purchase_order_id;
      insert into core.numbering_sequence (account_id, kind, next, start, claimed, updated_at)
        select account_id, 'receiving_order', 1000 + count(*), 1000, 0, now() from commerce.receiving_order
        group by account_id
        on conflict (account_id, kind) do update set next = excluded.next;
      -- Found by what their orders are found by, and by their own numbers.
      insert into core.search_document (account_id, id, record_type, customer_id, title, subtitle, title_text, text,
        updated_at)
        select receiving.account_id, receiving.id, 'receiving_order', found.customer_id, receiving.number,
        found.subtitle,
          ' ' || receiving.number, ' ' || receiving.number || found.text, now()
        from commerce.receiving_order receiving
        join core.search_document found on found.account_id = receiving.account_id
          and found.id = receiving.purchase_order_id;
    `);
    for (const table of tables) this.addSql(`alter table ${table} force row level security;`);
  }
}
