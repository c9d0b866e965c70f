import type { AddressSnapshot, EndpointRequest } from '@millwright/core/contracts';
import { type AccountContext, among, joinedRecord, named, projection, sql } from '@millwright/core/server';
import {
  listRegistrationRequests,
  type RegistrationRequest,
  registrationRequest,
  registrationRequestRow,
  registrationStates,
} from '../../../contracts/index.ts';
import { registrationIs } from '../../states/states.ts';

const source = {
  list: listRegistrationRequests,
  table: 'commerce.registration_request',
  alias: 'request',
  joins: { customer: { table: 'commerce.customer', id: 'request.customer_id' } },
  where: registrationIs.proven('request.status'),
};
const computed = {
  status: registrationIs.named('request.status'),
  customer: joinedRecord('customer', ['id', 'name', 'number']),
};

/** Confirmed requests, the newest first. */
export const registrationView = projection<
  typeof registrationRequestRow,
  EndpointRequest<typeof listRegistrationRequests>['query']
>(registrationRequestRow, {
  ...source,
  computed,
  search: ['name', 'contactName', 'email'],
  filters: {
    status: (codes) => among('request.status', codes),
    isExistingCustomer: (wanted) => sql<boolean>`request.is_existing_customer = ${wanted}`,
  },
  order: [['provenAt', 'desc']],
});

const whole = projection(registrationRequest.omit({ duplicates: true }), {
  ...source,
  computed: {
    ...computed,
    customerGroup: named('commerce.account_group', 'request.customer_group_id'),
    shippingTerm: named('commerce.shipping_term', 'request.shipping_term_id'),
    paymentTerm: named('commerce.payment_term', 'request.payment_term_id'),
  },
  search: [],
  order: ['name'],
});

/** Free email providers: their domains do not identify a company. */
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

/** A company name without legal forms and punctuation, for comparison. */
const plain = (name: ReturnType<typeof sql.ref<string>> | ReturnType<typeof sql.val<string>>) =>
  sql<string>`btrim(regexp_replace(regexp_replace(lower(${name}), '[^[:alnum:]]+', ' ', 'g'),
    '\\m(inc|llc|ltd|corp|co|company|corporation|limited|gmbh|ag|sa|bv)\\M', ' ', 'g'))`;

/** Customers that may be the same company: by name, postcode or email domain. */
async function duplicatesOf(
  ctx: AccountContext,
  { name, email, address }: { name: string; email: string; address: AddressSnapshot | null },
): Promise<RegistrationRequest['duplicates']> {
  const domain = email.slice(email.indexOf('@') + 1);
  const nameValue = sql.val(name);
  const postcode = address?.postalCode ?? '';
  const isSameName = sql<boolean>`
    replace(${plain(sql.ref('customer.name'))}, ' ', '')
      = replace(${plain(nameValue)}, ' ', '')`;
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

/** One confirmed request with its possible duplicates. 404 for any other. */
export async function registrationByID(ctx: AccountContext, id: string): Promise<RegistrationRequest> {
  const request = await whole.byID(ctx, id);
  const seesCustomers = ctx.can('customers:read');
  const isWaiting = registrationStates.is.waiting(request.status.code);
  return { ...request, duplicates: isWaiting && seesCustomers ? await duplicatesOf(ctx, request) : [] };
}
