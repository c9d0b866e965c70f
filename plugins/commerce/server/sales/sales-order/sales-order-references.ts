import { type FieldError, problems } from '@millwright/core/contracts';
import { type AccountContext, missingReferences, referencesIn, sql } from '@millwright/core/server';
import {
  type CreateSalesOrderInput,
  salesOrderReferences,
  type UpdateSalesOrderInput,
} from '../../../contracts/index.ts';
import { referenceTables } from '../../parties/reference-tables.ts';

type Fields = (typeof salesOrderReferences)['fields'];

/** Ids of what an order refers to; null is none. */
export type OrderReferenceIDs = { -readonly [Name in keyof Fields as `${Name}ID`]: string | null };

type Input = Pick<CreateSalesOrderInput | UpdateSalesOrderInput, keyof OrderReferenceIDs>;

/** What was asked for and is not there, all looked up in one statement; and the carrier of the option asked for. */
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
 * The references of an order once a request is applied to what it has, or to the defaults of its customer. An option
 * belongs to the carrier: alone it brings its carrier along, and it goes when the order gets another carrier.
 * @throws Problem 400 with one entry per field that does not fit.
 */
export async function orderReferences(
  ctx: AccountContext,
  input: Input,
  current: OrderReferenceIDs,
): Promise<OrderReferenceIDs> {
  const { errors, carrierOfOption } = await lookUp(ctx, input);
  const pick = (name: keyof OrderReferenceIDs): string | null => {
    const asked = input[name];
    return asked === undefined ? current[name] : asked;
  };
  const chosen = Object.fromEntries(
    (Object.keys(current) as (keyof OrderReferenceIDs)[]).map((name) => [name, pick(name)]),
  ) as unknown as OrderReferenceIDs;
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

/** The references as the entity holds them. */
export const asReferences = (ctx: AccountContext, ids: OrderReferenceIDs) =>
  referencesIn(ctx, salesOrderReferences, referenceTables, ids);
