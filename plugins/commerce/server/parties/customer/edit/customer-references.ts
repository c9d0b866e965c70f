import { problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  faultsFound,
  faultWithout,
  missingReference,
  missingReferences,
  PartyAddress,
  referencesIn,
  sql,
} from '@millwright/core/server';
import {
  type CreateCustomerInput,
  customerReferences,
  priceGroupKind,
  type UpdateCustomerInput,
} from '../../../../contracts/index.ts';
import { CarrierOption } from '../../../terms/carrier/carrier.entity.ts';
import { referenceTables } from '../../reference-tables.ts';

type Input = CreateCustomerInput | UpdateCustomerInput;

/** Invalid ids of a request, all looked up in one statement. */
const faultsOf = (ctx: AccountContext, input: Input, customerID: string) =>
  faultsFound(ctx, [
    ...missingReferences(ctx, customerReferences, referenceTables, input),
    ...(input.customerPriceGroupIDs ?? []).map((id, index) =>
      missingReference(ctx, priceGroupKind, referenceTables, { path: `customerPriceGroupIDs.${index}`, id }),
    ),
    ...(['billToAddressID', 'shipToAddressID'] as const).flatMap((path) => {
      const id = input[path];
      if (!id) return [];
      const customerAddresses = sql`from core.v_party_addresses
        where account_id = ${ctx.account.id} and party_id = ${customerID} and id = ${id}`;
      return faultWithout(customerAddresses, { path, message: 'The customer has no such address' });
    }),
  ]);

/**
 * The validated references of a request. A carrier option without a carrier sets its carrier too, and it is removed
 * when the carrier changes.
 * @throws Problem 400 with one entry per invalid field
 */
export async function referencesOf(
  ctx: AccountContext,
  input: Input,
  customerID: string,
  current?: { defaultCarrierOption?: CarrierOption | null },
) {
  const faults = await faultsOf(ctx, input, customerID);
  const references = referencesIn(ctx, customerReferences, referenceTables, input);
  const { defaultCarrierID: carrierID, defaultCarrierOptionID: optionID } = input;
  if (optionID) {
    const option = await ctx.em.findOne(CarrierOption, { accountID: ctx.account.id, id: optionID });
    if (option && carrierID !== undefined && option.carrier.id !== carrierID)
      faults.push({ path: 'defaultCarrierOptionID', message: 'The option belongs to another carrier' });
    else if (option) references.defaultCarrier = option.carrier;
  } else if (optionID === undefined && carrierID !== undefined && current?.defaultCarrierOption) {
    const kept = await ctx.em.get(CarrierOption, current.defaultCarrierOption.id);
    if (kept.carrier.id !== carrierID) references.defaultCarrierOption = null;
  }
  if (faults.length) throw problems.invalid_input({ errors: faults });
  return references;
}

/** Reference to one of the customer's addresses, already checked by `referencesOf`. */
export const addressReference = (ctx: AccountContext, id: string): PartyAddress => ctx.em.reference(PartyAddress, id);
