import { type FieldError, problems } from '@millwright/core/contracts';
import { type AccountContext, missingReferences, referencesIn, sql } from '@millwright/core/server';
import {
  type CreateSalesOrderInput,
  salesOrderReferences,
  type UpdateSalesOrderInput,
} from '../../../../contracts/index.ts';
import { referenceTables } from '../../../parties/reference-tables.ts';

type Fields = (typeof salesOrderReferences)['fields'];

/** Ids of the records that an order refers to, null for none. */
export type OrderReferenceIDs = { -readonly [Name in keyof Fields as `${Name}ID`]: string | null };

type Input = Pick<CreateSalesOrderInput | UpdateSalesOrderInput, keyof OrderReferenceIDs>;

/** The requested records that exist, read in one statement, and the carrier of the requested option. */
async function lookUp(ctx: AccountContext, input: Input) {
  const checks = missingReferences(ctx, salesOrderReferences, referenceTables, input).map(
    (missing) => sql`select fault.path, fault.message, null::text as "carrierID" from (${missing}) fault`,
  );
  if (input.carrierOptionID)
    checks.push(sql`select 'carrierOptionID', '', carrier_id from commerce.carrier_option
      where account_id = ${ctx.account.id} and id = ${input.carrierOptionID}`);
  const { rows } = checks.length
    ? await sql<FieldError & { carrierID: string | null }>`${sql.join(checks, sql` union all `)}`.execute(
        ctx.em.query(),
      )
    : { rows: [] };
  return {
    errors: rows.filter(({ carrierID }) => carrierID === null).map(({ path, message }) => ({ path, message })),
    carrierOfOption: rows.find(({ carrierID }) => carrierID !== null)?.carrierID ?? undefined,
  };
}

/**
 * References of an order after a request: the request's values over the current ones, or over the defaults of the
 * customer. A carrier option belongs to its carrier: a request with only an option also sets its carrier, and a new
 * carrier clears the option.
 * @throws Problem 400 with one entry per invalid field
 */
export async function orderReferences(
  ctx: AccountContext,
  input: Input,
  current: OrderReferenceIDs,
): Promise<OrderReferenceIDs> {
  const { errors, carrierOfOption } = await lookUp(ctx, input);
  const chosen = { ...current };
  for (const name of Object.keys(current) as (keyof OrderReferenceIDs)[]) {
    const requestedID = input[name];
    if (requestedID !== undefined) chosen[name] = requestedID;
  }
  if (input.carrierOptionID) {
    if (carrierOfOption && input.carrierID !== undefined && input.carrierID !== carrierOfOption)
      errors.push({ path: 'carrierOptionID', message: 'The option belongs to another carrier' });
    else if (carrierOfOption) chosen.carrierID = carrierOfOption;
  } else if (input.carrierOptionID === undefined && chosen.carrierID !== current.carrierID)
    chosen.carrierOptionID = null;
  else if (chosen.carrierID === null) chosen.carrierOptionID = null;
  if (errors.length) throw problems.invalid_input({ errors });
  return chosen;
}

/** The references in the form of the entity. */
export const asReferences = (ctx: AccountContext, ids: OrderReferenceIDs) =>
  referencesIn(ctx, salesOrderReferences, referenceTables, ids);
