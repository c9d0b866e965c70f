import { z } from 'zod';
import { memberStates } from '../accounts/member.contract.ts';
import { placeDetails } from '../texts/address.ts';
import { roleTypes } from './permission.ts';
import { defineView } from './view.ts';

const timestamp = z.date();

/** People of the account, for names such as created by or sales rep; includes removed people. */
export const membersView = defineView(
  'core.v_members',
  z.object({
    account_id: z.string(),
    id: z.string(),
    user_id: z.string().nullable(),
    name: z.string(),
    email: z.string(),
    image: z.string().nullable(),
    role_id: z.string(),
    status: memberStates.code,
    customer_id: z.string().nullable(),
    removed_at: timestamp.nullable(),
  }),
);
export type MemberViewRow = z.output<typeof membersView.row>;

/** Roles of the account. */
export const rolesView = defineView(
  'core.v_roles',
  z.object({ account_id: z.string(), id: z.string(), name: z.string(), type: z.enum(roleTypes) }),
);

/** The account itself, its customers and its suppliers. */
export const partiesView = defineView(
  'core.v_parties',
  z.object({
    account_id: z.string(),
    id: z.string(),
    created_at: timestamp,
    updated_at: timestamp,
    version: z.number(),
    kind: z.enum(['self', 'customer', 'supplier']),
    number: z.string().nullable(),
    name: z.string(),
    email: z.string().nullable(),
    parent_id: z.string().nullable(),
  }),
);
export type PartyViewRow = z.output<typeof partiesView.row>;

/** Addresses of parties. */
export const partyAddressesView = defineView(
  'core.v_party_addresses',
  z.object({
    account_id: z.string(),
    id: z.string(),
    created_at: timestamp,
    updated_at: timestamp,
    version: z.number(),
    party_id: z.string(),
    name: z.string(),
    line1: z.string().nullable(),
    line2: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    postal_code: z.string().nullable(),
    country: z.string(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    is_drop_ship: z.boolean(),
    place_id: z.string().nullable(),
    address_details: placeDetails.nullable(),
  }),
);
export type PartyAddressViewRow = z.output<typeof partyAddressesView.row>;

/** Sales targets; amounts as decimal texts in the account's currency, both days included. */
export const salesTargetsView = defineView(
  'core.v_sales_targets',
  z.object({
    account_id: z.string(),
    id: z.string(),
    created_at: timestamp,
    updated_at: timestamp,
    version: z.int(),
    member_id: z.string(),
    amount: z.string(),
    starts_on: z.string(),
    ends_on: z.string(),
    note: z.string().nullable(),
  }),
);
export type SalesTargetViewRow = z.output<typeof salesTargetsView.row>;
