import { newID } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { clearAttributes, setAttributes } from '../edit/item-attributes.ts';
import type { CreatedReferences, ImportedAttribute, ImportedItem } from './item-import-record.ts';

/** Properties and attributes that rows name, by name in lower case: people type them. */
export interface KnownAttributes {
  properties: ReadonlyMap<
    string,
    { id: string; name: string; attributes: ReadonlyMap<string, { id: string; name: string }> }
  >;
}

const lower = (text: string): string => text.toLowerCase();

/** The properties of these names, each with those of its attributes that are named; one statement. */
export async function knownAttributes(
  ctx: AccountContext,
  properties: readonly string[],
  attributes: readonly string[],
): Promise<KnownAttributes> {
  if (properties.length === 0) return { properties: new Map() };
  const { rows } = await sql<{
    propertyID: string;
    property: string;
    attributeID: string | null;
    attribute: string | null;
  }>`
    select property.id as "propertyID", property.name as property, attribute.id as "attributeID",
      attribute.name as attribute
    from inventory.property property
    left join inventory.attribute attribute on attribute.account_id = property.account_id
      and attribute.property_id = property.id
      and lower(attribute.name) = any(${[...new Set(attributes.map(lower))]}::text[])
    where property.account_id = ${ctx.account.id}
      and lower(property.name) = any(${[...new Set(properties.map(lower))]}::text[])
    order by property.name desc, attribute.name desc`.execute(ctx.em.query());
  const found = [...Map.groupBy(rows, ({ propertyID }) => propertyID).values()].map((own) => {
    const [{ propertyID, property }] = own as [(typeof own)[number]];
    const named = own.flatMap(({ attributeID, attribute }) =>
      attributeID === null || attribute === null
        ? []
        : [[lower(attribute), { id: attributeID, name: attribute }] as const],
    );
    return [lower(property), { id: propertyID, name: property, attributes: new Map(named) }] as const;
  });
  return { properties: new Map(found) };
}

/** A cell of a column that is a property. */
interface NamedAttribute {
  cell: string;
  property: string;
  attribute: string;
}

/** What the cells mean; ids are empty for what has to be created first. `faults` where that is not allowed. */
export function importedAttributes(
  cells: readonly NamedAttribute[],
  known: KnownAttributes,
  mayCreate: boolean,
): { attributes: ImportedAttribute[]; faults: { path: string; message: string }[]; created: string[] } {
  const attributes: ImportedAttribute[] = [];
  const faults: { path: string; message: string }[] = [];
  const created: string[] = [];
  const taken = new Set<string>();
  for (const { cell, property: heading, attribute: text } of cells) {
    const fault = (message: string): void => void faults.push({ path: cell, message });
    const property = known.properties.get(lower(heading));
    const attribute = property?.attributes.get(lower(text));
    if (taken.has(lower(heading))) fault(`The property ${heading} has two columns`);
    else if (heading.length > 100 || text.length > 100) fault('Properties and attributes have at most 100 characters');
    else if (!attribute && !mayCreate)
      fault(property ? `${property.name} has no attribute ${text}` : `There is no property ${heading}`);
    else {
      attributes.push({
        propertyID: property?.id ?? '',
        property: property?.name ?? heading,
        attributeID: attribute?.id ?? '',
        attribute: attribute?.name ?? text,
      });
      if (!property) created.push(`The property ${heading} will be created with ${text}`);
      else if (!attribute) created.push(`${property.name} will get the attribute ${text}`);
    }
    taken.add(lower(heading));
  }
  return { attributes, faults, created };
}

/** The attributes of an item with those that a row names in place of the old ones of the same properties. */
export const mergedAttributes = (
  before: readonly ImportedAttribute[],
  named: readonly ImportedAttribute[],
): ImportedAttribute[] => {
  const names = new Set(named.map(({ property }) => lower(property)));
  return [...before.filter(({ property }) => !names.has(lower(property))), ...named].sort((a, b) =>
    a.property < b.property ? -1 : a.property > b.property ? 1 : 0,
  );
};

/**
 * Creates the properties and attributes that items name and nobody has, each once, and puts their ids into the items.
 * The first item that names one remembers it for undo. Three statements for any number of items.
 */
export async function createAttributes(
  ctx: AccountContext,
  items: readonly { item: ImportedItem; created: CreatedReferences }[],
): Promise<void> {
  const missing = items.flatMap(({ item, created }) =>
    item.attributes.filter(({ attributeID }) => attributeID === '').map((attribute) => ({ attribute, created })),
  );
  if (missing.length === 0) return;
  // An earlier chunk of the same file may have made them since the rows were checked.
  const known = await knownAttributes(
    ctx,
    missing.map(({ attribute }) => attribute.property),
    missing.map(({ attribute }) => attribute.attribute),
  );
  const made = new Map<string, string>();
  const properties: Record<string, unknown>[] = [];
  const attributes: Record<string, unknown>[] = [];
  const now = ctx.clock.now();
  const stamp = { created_at: now, updated_at: now, version: 1 };
  for (const { attribute, created } of missing) {
    const property = known.properties.get(lower(attribute.property));
    let propertyID = property?.id ?? made.get(lower(attribute.property));
    if (propertyID === undefined) {
      propertyID = newID('prp');
      made.set(lower(attribute.property), propertyID);
      properties.push({ id: propertyID, ...stamp, name: attribute.property });
      created.propertyIDs = [...(created.propertyIDs ?? []), propertyID];
    }
    const key = `${propertyID} ${lower(attribute.attribute)}`;
    let attributeID = property?.attributes.get(lower(attribute.attribute))?.id ?? made.get(key);
    if (attributeID === undefined) {
      attributeID = newID('att');
      made.set(key, attributeID);
      attributes.push({
        id: attributeID,
        ...stamp,
        property_id: propertyID,
        name: attribute.attribute,
        color: null,
        position: 0,
      });
      created.attributeIDs = [...(created.attributeIDs ?? []), attributeID];
    }
    Object.assign(attribute, { propertyID, attributeID });
  }
  if (properties.length) await ctx.em.insert('inventory.property', properties);
  if (attributes.length) await ctx.em.insert('inventory.attribute', attributes);
}

/** Makes the attributes of items what they are to be; two statements for any number of items. */
export async function writeAttributes(
  ctx: AccountContext,
  items: readonly { id: string; before: readonly ImportedAttribute[]; after: readonly ImportedAttribute[] }[],
): Promise<void> {
  await clearAttributes(
    ctx,
    items.flatMap(({ id, before, after }) => {
      const kept = new Set(after.map(({ propertyID }) => propertyID));
      return before
        .filter(({ propertyID }) => !kept.has(propertyID))
        .map(({ propertyID }) => ({ itemID: id, propertyID }));
    }),
  );
  await setAttributes(
    ctx,
    items.flatMap(({ id, before, after }) => {
      const had = new Map(before.map(({ propertyID, attributeID }) => [propertyID, attributeID]));
      return after
        .filter(({ propertyID, attributeID }) => had.get(propertyID) !== attributeID)
        .map(({ propertyID, attributeID }) => ({ itemID: id, propertyID, attributeID }));
    }),
  );
}

/** Removes attributes and properties that an import made, where nothing has them by now. */
export async function removeCreatedAttributes(
  ctx: AccountContext,
  created: readonly CreatedReferences[],
): Promise<void> {
  const attributeIDs = created.flatMap((each) => each.attributeIDs ?? []);
  const propertyIDs = created.flatMap((each) => each.propertyIDs ?? []);
  if (attributeIDs.length)
    await sql`delete from inventory.attribute attribute where attribute.account_id = ${ctx.account.id}
      and attribute.id = any(${attributeIDs}::text[]) and not exists (select from inventory.item_attribute own
        where own.account_id = attribute.account_id and own.attribute_id = attribute.id)`.execute(ctx.em.query());
  if (propertyIDs.length)
    await sql`delete from inventory.property property where property.account_id = ${ctx.account.id}
      and property.id = any(${propertyIDs}::text[])
      and not exists (select from inventory.attribute attribute
        where attribute.account_id = property.account_id and attribute.property_id = property.id)
      and not exists (select from inventory.category_property own
        where own.account_id = property.account_id and own.property_id = property.id)
      and not exists (select from inventory.product_group_property own
        where own.account_id = property.account_id and own.property_id = property.id)`.execute(ctx.em.query());
}
