import { type FieldError, problems } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';

interface FoundAttribute {
  id: string;
  propertyID: string;
  property: string;
}

/** The attributes of these ids; 400 at its path for an unknown attribute, or the second one of a property. */
async function chosenAttributes(ctx: AccountContext, ids: readonly string[]): Promise<FoundAttribute[]> {
  const { rows } = await sql<FoundAttribute>`select attribute.id, property.id as "propertyID", property.name as property
    from inventory.attribute attribute
    join inventory.property property
      on property.account_id = attribute.account_id and property.id = attribute.property_id
    where attribute.account_id = ${ctx.account.id} and attribute.id = any(${[...ids]}::text[])`.execute(ctx.em.query());
  const byID = new Map(rows.map((row) => [row.id, row]));
  const seen = new Set<string>();
  const errors = ids.flatMap((id, index): FieldError[] => {
    const path = `attributeIDs.${index}`;
    const found = byID.get(id);
    if (!found) return [{ path, message: 'There is no such attribute' }];
    if (seen.has(found.propertyID)) return [{ path, message: `An item has one attribute of ${found.property} only` }];
    seen.add(found.propertyID);
    return [];
  });
  if (errors.length) throw problems.invalid_input({ errors });
  return ids.map((id) => byID.get(id) as FoundAttribute);
}

/** Replaces all attributes of an item. The caller has locked the item. */
export async function replaceAttributes(
  ctx: AccountContext,
  itemID: string,
  attributeIDs: readonly string[],
): Promise<void> {
  const chosen = await chosenAttributes(ctx, attributeIDs);
  await sql`delete from inventory.item_attribute where account_id = ${ctx.account.id} and item_id = ${itemID}
    and attribute_id <> all(${[...attributeIDs]}::text[])`.execute(ctx.em.query());
  await setAttributes(
    ctx,
    chosen.map(({ id, propertyID }) => ({ itemID, propertyID, attributeID: id })),
  );
}

/** Sets attributes of items, in place of their attributes of the same properties; one statement. */
export async function setAttributes(
  ctx: AccountContext,
  given: readonly { itemID: string; propertyID: string; attributeID: string }[],
): Promise<void> {
  if (given.length === 0) return;
  await sql`insert into inventory.item_attribute (account_id, item_id, property_id, attribute_id)
    select ${ctx.account.id}, item_id, property_id, attribute_id
    from unnest(${given.map(({ itemID }) => itemID)}::text[], ${given.map(({ propertyID }) => propertyID)}::text[],
      ${given.map(({ attributeID }) => attributeID)}::text[]) as given (item_id, property_id, attribute_id)
    on conflict (account_id, item_id, property_id) do update set attribute_id = excluded.attribute_id
      where item_attribute.attribute_id <> excluded.attribute_id`.execute(ctx.em.query());
}

/** Removes the attributes of these properties from items; one statement. */
export async function clearAttributes(
  ctx: AccountContext,
  cleared: readonly { itemID: string; propertyID: string }[],
): Promise<void> {
  if (cleared.length === 0) return;
  await sql`delete from inventory.item_attribute own using
      unnest(${cleared.map(({ itemID }) => itemID)}::text[], ${cleared.map(({ propertyID }) => propertyID)}::text[])
        as cleared (item_id, property_id)
    where own.account_id = ${ctx.account.id} and own.item_id = cleared.item_id
      and own.property_id = cleared.property_id`.execute(ctx.em.query());
}
