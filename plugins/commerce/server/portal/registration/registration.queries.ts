import { type AddressSnapshot, type EndpointRequest, problems } from '@millwright/core/contracts';
import { type AccountContext, isoText, listPage, sql } from '@millwright/core/server';
import {
  listRegistrationRequests,
  type RegistrationRequest,
  type RegistrationRequestRow,
  type RegistrationStatus,
  registrationStates,
} from '../../../contracts/index.ts';
import type { Tables } from '../../tables.ts';
import { holdsText } from '../../terms/text-filter.ts';

const proven = (ctx: AccountContext) =>
  ctx.em
    .query<Tables>()
    .selectFrom('commerce.registration_request as request')
    .where('request.account_id', '=', ctx.account.id)
    .where('request.status', '<>', 'unproven');

const withRow = (query: ReturnType<typeof proven>) =>
  query
    .leftJoin('commerce.customer as customer', (join) =>
      join.onRef('customer.account_id', '=', 'request.account_id').onRef('customer.id', '=', 'request.customer_id'),
    )
    .select([
      'request.id',
      sql<RegistrationStatus>`request.status`.as('status'),
      'request.is_existing_customer as isExistingCustomer',
      'request.name',
      'request.contact_name as contactName',
      'request.email',
      'request.phone',
      sql<Date | string>`request.proven_at`.as('provenAt'),
      'request.decided_at as decidedAt',
      'request.decided_by as decidedBy',
      'customer.id as customerID',
      'customer.name as customerName',
      'customer.number as customerNumber',
      'request.version',
      'request.created_at as createdAt',
      'request.updated_at as updatedAt',
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof withRow>['executeTakeFirstOrThrow']>>;

const rowOf = (row: Row): RegistrationRequestRow => ({
  id: row.id,
  status: { code: row.status, name: registrationStates.names[row.status] },
  isExistingCustomer: row.isExistingCustomer,
  name: row.name,
  contactName: row.contactName,
  email: row.email,
  phone: row.phone,
  provenAt: isoText(row.provenAt),
  decidedAt: row.decidedAt && isoText(row.decidedAt),
  decidedBy: row.decidedBy,
  customer: row.customerID
    ? { id: row.customerID, name: row.customerName ?? '', number: row.customerNumber ?? '' }
    : null,
  version: row.version,
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});

/** A page of proven requests, the newest first. */
export async function findRegistrations(
  ctx: AccountContext,
  page: EndpointRequest<typeof listRegistrationRequests>['query'],
) {
  let matching = proven(ctx);
  if (page.query)
    matching = matching.where(holdsText(page.query, ['request.name', 'request.contact_name', 'request.email']));
  if (page.status) matching = matching.where('request.status', 'in', page.status);
  if (page.isExistingCustomer)
    matching = matching.where('request.is_existing_customer', '=', page.isExistingCustomer === 'true');
  const { items, count } = await listPage(ctx, {
    list: listRegistrationRequests,
    id: 'request.id',
    matching,
    select: (query) => withRow(query as ReturnType<typeof proven>),
    page,
    sortable: { name: 'request.name', email: 'request.email', provenAt: 'request.proven_at' },
    order: [['request.proven_at', 'desc']],
  });
  return { items: items.map(rowOf), count };
}

/** Providers whose addresses say nothing about a company. */
const freeMail = [
  ...[
    'aol.com',
    'gmail.com',
    'gmx.com',
    'gmx.de',
    'gmx.net',
    'googlemail.com',
    'hotmail.com',
    'icloud.com',
    'live.com',
  ],
  ...['mail.com', 'me.com', 'msn.com', 'outlook.com', 'proton.me', 'protonmail.com', 'web.de', 'yahoo.com'],
];

/** Legal forms and signs say nothing about who somebody is. */
const plain = (name: ReturnType<typeof sql.ref<string>> | ReturnType<typeof sql.val<string>>) =>
  sql<string>`btrim(regexp_replace(regexp_replace(lower(${name}), '[^[:alnum:]]+', ' ', 'g'),
    '\\m(inc|llc|ltd|corp|co|company|corporation|limited|gmbh|ag|sa|bv)\\M', ' ', 'g'))`;

/** Customers that may be the same: by name, postcode or the domain of their mail. */
async function duplicatesOf(
  ctx: AccountContext,
  { name, email, address }: { name: string; email: string; address: AddressSnapshot | null },
): Promise<RegistrationRequest['duplicates']> {
  const domain = email.slice(email.indexOf('@') + 1);
  const own = sql.val(name);
  const postcode = address?.postalCode ?? '';
  const isSameName = sql<boolean>`
    replace(${plain(sql.ref('customer.name'))}, ' ', '')
      = replace(${plain(own)}, ' ', '')`;
  const company = freeMail.includes(domain) ? '' : domain;
  const isSameDomain = sql<boolean>`split_part(lower(customer.email), '@', 2) = ${company}`;
  const { rows } = await sql<
    RegistrationRequest['duplicates'][number]
  >`select id, name, number, email, array_remove(array[
        case when same_email then 'email' end, case when same_name then 'name' end,
        case when same_domain and not same_email then 'email_domain' end,
        case when same_postcode then 'postcode' end], null) as reasons
    from (select customer.id, customer.name, customer.number, customer.email,
        coalesce(lower(customer.email) = ${email}, false) as same_email, ${isSameName} as same_name,
        coalesce(${isSameDomain} and ${domain} <> '', false) as same_domain,
        ${postcode} <> '' and exists (select from core.v_party_addresses address
          where address.account_id = customer.account_id and address.party_id = customer.id
            and replace(lower(address.postal_code), ' ', '') = replace(lower(${postcode}), ' ', '')) as same_postcode
      from commerce.customer customer where customer.account_id = ${ctx.account.id}) found
    where same_email or same_name or same_domain or same_postcode
    order by same_email desc, same_name desc, same_domain desc, name, id limit 10`.execute(ctx.em.query());
  return rows;
}

/** One proven request with the customers that it may be; 404 for any other. */
export async function registrationByID(ctx: AccountContext, id: string): Promise<RegistrationRequest> {
  const named = (table: string, column: string) => sql<{ id: string; name: string } | null>`(
    select json_build_object('id', chosen.id, 'name', chosen.name) from ${sql.table(`commerce.${table}`)} chosen
    where chosen.account_id = request.account_id and chosen.id = ${sql.ref(`request.${column}`)})`;
  const row = await withRow(proven(ctx))
    .select([
      'request.number',
      'request.website',
      'request.note',
      sql<AddressSnapshot | null>`request.address`.as('address'),
      'request.decision_note as decisionNote',
      named('account_group', 'customer_group_id').as('customerGroup'),
      named('shipping_term', 'shipping_term_id').as('shippingTerm'),
      named('payment_term', 'payment_term_id').as('paymentTerm'),
    ])
    .where('request.id', '=', id)
    .executeTakeFirst();
  if (!row) throw problems.not_found();
  const { number, website, note, address, decisionNote, customerGroup, shippingTerm, paymentTerm } = row;
  const seesCustomers = ctx.can('customers:read');
  const isWaiting = registrationStates.is.waiting(row.status) && seesCustomers;
  return {
    ...rowOf(row),
    ...{ number, website, note, address, decisionNote, customerGroup, shippingTerm, paymentTerm },
    duplicates: isWaiting ? await duplicatesOf(ctx, { name: row.name, email: row.email, address }) : [],
  };
}
