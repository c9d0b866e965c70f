import type { Invariant } from '@millwright/core/server';

/** Invariants of invoice credits. */
export const creditInvariants: readonly Invariant[] = [
  {
    name: 'commerce.credited-of-invoice-lines-is-the-sum-of-their-live-credits',
    sql: `select line.id from commerce.invoice_line line
      left join lateral (select sum(credited.quantity) as quantity, sum(credited.amount) as amount
        from commerce.credit_line credited
        join commerce.transaction memo on memo.account_id = credited.account_id and memo.id = credited.transaction_id
        where credited.account_id = line.account_id and credited.invoice_line_id = line.id
          and memo.voided_on is null) sums on true
      where line.account_id = $1 and (line.quantity_credited, line.amount_credited)
        is distinct from (coalesce(sums.quantity, 0), coalesce(sums.amount, 0))`,
  },
  {
    name: 'commerce.credits-are-the-sum-of-their-lines',
    sql: `select memo.id from commerce.transaction memo
      join commerce.credit_line credited on credited.account_id = memo.account_id and credited.transaction_id = memo.id
      where memo.account_id = $1 group by memo.id, memo.amount having memo.amount <> sum(credited.amount)`,
  },
  {
    name: 'commerce.returned-goods-lie-in-stock-at-the-value-they-left-with',
    sql: `select goods.id from commerce.returned_goods goods
      join commerce.credit_line credited on credited.account_id = goods.account_id
        and credited.id = goods.credit_line_id
      join commerce.transaction memo on memo.account_id = credited.account_id and memo.id = credited.transaction_id
      cross join lateral (select coalesce(sum(movement.value), 0) as value,
          coalesce(sum(movement.quantity), 0) as quantity from inventory.v_movements movement
        where movement.account_id = goods.account_id and movement.source_type = 'transaction'
          and movement.source_id = memo.id and movement.source_line_id = goods.id) moved
      where goods.account_id = $1 and (moved.quantity, moved.value) is distinct from
        case when memo.voided_on is null then (goods.quantity, goods.value) else (0::numeric, 0::numeric) end`,
  },
];
