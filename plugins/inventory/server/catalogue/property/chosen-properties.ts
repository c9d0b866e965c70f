import { type FieldError, problems } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import { Property } from './property.entity.ts';

/** The properties of these ids, in their order; 400 at its path for an unknown or repeated one. */
export async function chosenProperties(ctx: AccountContext, ids: readonly string[]): Promise<Property[]> {
  if (ids.length === 0) return [];
  const found = await ctx.em.find(Property, { accountID: ctx.account.id, id: { $in: [...ids] } });
  const byID = new Map(found.map((property) => [property.id, property]));
  const errors = ids.flatMap((id, index): FieldError[] => {
    const path = `propertyIDs.${index}`;
    if (!byID.has(id)) return [{ path, message: 'There is no such property' }];
    return ids.indexOf(id) === index ? [] : [{ path, message: 'This property is listed twice' }];
  });
  if (errors.length) throw problems.invalid_input({ errors });
  return ids.map((id) => byID.get(id) as Property);
}
