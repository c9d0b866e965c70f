import { Migration } from '@mikro-orm/migrations';

const tables = ['core.task', 'commerce.portal_request', 'commerce.sales_order', 'commerce.customer'];

/** Opens the tasks of the requests that are open: one a kind and order, or customer, with the words of all of them. */
export const tasksOfOpenRequests = `
  insert into core.task (account_id, id, created_at, updated_at, title, note, kind, record_type, record_id,
      record_label, assignee_id, origin, created_by)
    select distinct on (request.account_id, request.kind, request.order_id, about.customer_id) request.account_id,
      'tsk_' || substr(request.id, 5), request.created_at, request.created_at,
      kind.name || coalesce(': order ' || request.order_number, ''),
      left(coalesce(string_agg(asked.words, E'\\n') over (partition by request.account_id, request.kind,
        request.order_id, about.customer_id order by request.created_at, request.id
        rows between unbounded preceding and unbounded following), ''), 2000),
      'commerce.' || request.kind, case when request.order_id is null then 'customer' else 'sales_order' end,
      coalesce(request.order_id, request.customer_id), coalesce(request.order_number, customer.name),
      coalesce(sold.sales_rep_id, customer.default_sales_rep_id),
      case when request.kind like 'payment%' then 'inside' else 'outside' end, request.asked_by
    from commerce.portal_request request
    cross join lateral (select case when request.order_id is null then request.customer_id end as customer_id) about
    cross join lateral (select nullif(concat_ws(E'\\n', string_agg(concat_ws(' ', line ->> 'quantity',
      line ->> 'unit', line ->> 'sku'), E'\\n' order by position), nullif(request.message, '')), '') as words
      from jsonb_array_elements(request.lines::jsonb) with ordinality each (line, position)) asked
    join (values ('return', 'Return'), ('estimate_accepted', 'Estimate accepted'),
      ('estimate_declined', 'Estimate declined'), ('payment', 'Payment to look at'),
      ('payment_refused', 'Payment refused')) kind (code, name) on kind.code = request.kind
    join commerce.customer customer on customer.account_id = request.account_id
      and customer.id = request.customer_id
    left join commerce.sales_order sold on sold.account_id = request.account_id and sold.id = request.order_id
    where request.done_at is null
    order by request.account_id, request.kind, request.order_id, about.customer_id, request.created_at desc,
      request.id desc;
`;

export class Migration20261129152700_tasks_of_requests extends Migration {
  override name = 'Migration20261129152700_tasks_of_requests';

  override up(): void {
    for (const table of tables) this.addSql(`alter table ${table} no force row level security;`);
    this.addSql(tasksOfOpenRequests);
    for (const table of tables) this.addSql(`alter table ${table} force row level security;`);
  }
}
