import { audit } from '../../audit/audit.ts';
import { linkChildAccount, listChildAccounts, unlinkChildAccount } from '../../contracts/accounts/account.contract.ts';
import {
  createAddress,
  deleteAddress,
  getAddress,
  listAddresses,
  updateAddress,
} from '../../contracts/accounts/party-address.contract.ts';
import { type Route, route } from '../../kernel/route.ts';
import { linkChild, listChildren, unlinkChild } from './party.ts';
import { addAddress, changeAddress, pageOfAddresses, readAddress, removeAddress } from './party-address.ts';

/** Addresses and child accounts of the account, its customers and suppliers. */
export const partyRoutes = (): Route[] => [
  route(listAddresses, (ctx, { params, query }) => pageOfAddresses(ctx, params.accountID, query)),
  route(createAddress, (ctx, { params, body }) => addAddress(ctx, params.accountID, body)),
  route(getAddress, (ctx, { params }) => readAddress(ctx, params.accountID, params.addressID)),
  route(updateAddress, (ctx, { params, body }) => changeAddress(ctx, params.accountID, params.addressID, body)),
  route(deleteAddress, (ctx, { params }) => removeAddress(ctx, params.accountID, params.addressID)),
  route(listChildAccounts, (ctx, { params, query }) => {
    ctx.require('customers:read');
    return listChildren(ctx, params.accountID, query);
  }),
  route(linkChildAccount, async (ctx, { params }) => {
    ctx.require('customers:update');
    const child = await linkChild(ctx, params.accountID, params.childAccountID);
    audit(ctx, { record: { type: 'customer', id: params.accountID }, action: 'child_linked', note: child.name });
    return { id: child.id, number: child.number ?? null, name: child.name, email: child.email ?? null };
  }),
  route(unlinkChildAccount, async (ctx, { params }) => {
    ctx.require('customers:update');
    await unlinkChild(ctx, params.accountID, params.childAccountID);
    audit(ctx, {
      record: { type: 'customer', id: params.accountID },
      action: 'child_unlinked',
      note: params.childAccountID,
    });
    return undefined;
  }),
];
