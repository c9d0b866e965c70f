import { type DerivedIDParts, parseQuantityID, parseRateID } from '../contracts/amounts/quantity.ts';
import { Problem, problems } from '../contracts/endpoints/problem.ts';
import { decimal } from '../contracts/numbers/decimal.ts';
import {
  checkDuplicates,
  recordProblems,
  updateQuantity,
  updateRate,
} from '../contracts/records/record-action.contract.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import type { SearchableRecord } from '../kernel/plugin/plugin.ts';
import { type Route, route } from '../kernel/route.ts';
import { mayUse, type RecordRegistry, requireUse, visibleRecord } from './record-registry.ts';

async function findDuplicates(
  ctx: AccountContext,
  records: RecordRegistry,
  typeName: string,
  number: string,
  customerID: string | undefined,
) {
  const type = records.type(typeName);
  const source = records.source(typeName);
  if (!type || !source?.findByNumber || !mayUse(ctx, records, type, 'read'))
    throw recordProblems.unknown_record_type({
      errors: [{ path: 'type', message: 'There are no records of this type' }],
    });
  const [found] = await source.findByNumber(ctx, number, customerID === undefined ? {} : { customerID });
  if (!found) return { isDuplicate: false, message: `${type.label} ${number} is free` };
  if (!found.foundBy) return { isDuplicate: true, message: `${type.label} ${number} exists already` };
  const onRecord = `${type.label.toLowerCase()} ${found.label}`;
  return { isDuplicate: true, message: `${found.foundBy} ${number} of this customer is on ${onRecord}` };
}

/** The source of the record of a quantity or rate, after checking that the caller may change it. */
async function ownerOf(
  ctx: AccountContext,
  records: RecordRegistry,
  parts: DerivedIDParts | undefined,
  body: { objectType: string; objectID?: string | undefined },
): Promise<{ source: SearchableRecord; parts: DerivedIDParts }> {
  if (!parts) throw problems.not_found();
  if (body.objectID !== undefined && body.objectID !== parts.ownerID)
    throw problems.invalid_input({
      errors: [{ path: 'objectID', message: 'objectID is not the record that the id names' }],
    });
  const types = records.typesNamed(body.objectType);
  if (!types.length)
    throw recordProblems.quantity_type_not_defined({
      errors: [{ path: 'objectType', message: 'Quantity type is not defined' }],
    });
  for (const { type: name } of types) {
    const found = await visibleRecord(ctx, records, name, parts.ownerID).catch((error: unknown) => {
      if (error instanceof Problem && error.status === 404) return undefined;
      throw error;
    });
    if (!found) continue;
    requireUse(ctx, found.type, 'update');
    return { source: found.source, parts };
  }
  throw problems.not_found();
}

/** Routes that work on records of any type. */
export const recordActionRoutes = (records: RecordRegistry): Route[] => [
  route(checkDuplicates, (ctx, { body }) =>
    findDuplicates(ctx, records, body.type, body.data.recordNumber, body.data.customerID),
  ),
  route(updateQuantity, async (ctx, { params, body }) => {
    const { source, parts } = await ownerOf(ctx, records, parseQuantityID(params.quantityID), body);
    const value = { ...body.data, measure: decimal(body.data.measure).toString() };
    const written = await source.setQuantity?.(ctx, parts.ownerID, parts.field, value);
    if (!written) throw recordProblems.quantity_type_not_defined();
    return written;
  }),
  route(updateRate, async (ctx, { params, body }) => {
    const { source, parts } = await ownerOf(ctx, records, parseRateID(params.rateID), body);
    const written = await source.setRate?.(ctx, parts.ownerID, parts.field, {
      ...body.data,
      value: decimal(body.data.value).toString(),
    });
    if (!written) throw recordProblems.quantity_type_not_defined();
    return written;
  }),
];
