import { type EndpointRequest, type FieldError, Problem, problems } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { type AttributeSummary, type createVariations, largestVariations } from '../../../contracts/index.ts';
import { likeSKUs } from '../item/edit/item-sku.ts';
import type { ItemService } from '../item/item.service.ts';
import { combinationOfItem, productGroupView } from './product-group.queries.ts';

type Body = EndpointRequest<typeof createVariations>['body'];

interface Variation {
  attributes: AttributeSummary[];
  sku: string;
  description: string;
  outcome: 'create' | 'exists' | 'refused';
  reason: string | null;
  itemID: string | null;
}

/** The requested attributes per property of the group, in the group's order; 400 at their path for errors. */
async function chosenAttributes(
  ctx: AccountContext,
  properties: readonly { id: string; name: string }[],
  body: Body,
): Promise<AttributeSummary[][]> {
  const ids = body.properties.flatMap(({ attributeIDs }) => attributeIDs);
  const { rows } = await sql<Omit<AttributeSummary, 'property'> & { propertyID: string }>`
    select id, name, code, color, position as "order", property_id as "propertyID" from inventory.attribute
    where account_id = ${ctx.account.id} and id = any(${ids}::text[])`.execute(ctx.em.query());
  const byID = new Map(rows.map((row) => [row.id, row]));
  const errors: FieldError[] = body.properties.flatMap(({ propertyID, attributeIDs }, at) => [
    ...(properties.some(({ id }) => id === propertyID)
      ? []
      : [{ path: `properties.${at}.propertyID`, message: 'The product group has no such property' }]),
    ...attributeIDs.flatMap((id, index) =>
      byID.get(id)?.propertyID === propertyID
        ? []
        : [{ path: `properties.${at}.attributeIDs.${index}`, message: 'The property has no such attribute' }],
    ),
  ]);
  const chosen = properties.map((property) => {
    const propertyInputs = body.properties.filter(({ propertyID }) => propertyID === property.id);
    if (propertyInputs.length !== 1)
      errors.push({ path: 'properties', message: `Choose attributes of ${property.name}, once` });
    return [...new Set(propertyInputs[0]?.attributeIDs ?? [])].flatMap((id): AttributeSummary[] => {
      const found = byID.get(id);
      if (!found) return [];
      const { propertyID: _, ...attribute } = found;
      return [{ ...attribute, property }];
    });
  });
  if (errors.length) throw problems.invalid_input({ errors });
  const count = chosen.reduce((product, own) => product * own.length, 1);
  if (count > largestVariations)
    throw problems.invalid_input({
      errors: [
        { path: 'properties', message: `These are ${count} combinations; at most ${largestVariations} at a time` },
      ],
    });
  return chosen;
}

const combinationsOf = (chosen: readonly AttributeSummary[][]): AttributeSummary[][] =>
  chosen.reduce<AttributeSummary[][]>(
    (found, own) => found.flatMap((combination) => own.map((attribute) => [...combination, attribute])),
    [[]],
  );

/** The pattern with property names in braces replaced by the texts of attributes. */
const filled = (
  pattern: string,
  attributes: readonly AttributeSummary[],
  textOf: (attribute: AttributeSummary) => string,
): string =>
  pattern.replaceAll(/\{([^{}]*)\}/g, (placeholder, name: string) => {
    const found = attributes.find(({ property }) => property.name.toLowerCase() === name.trim().toLowerCase());
    return found ? textOf(found) : placeholder;
  });

function refuseUnknownNames(pattern: string, path: string, properties: readonly { name: string }[]): void {
  const known = properties.map(({ name }) => name.toLowerCase());
  for (const [placeholder, name = ''] of pattern.matchAll(/\{([^{}]*)\}/g))
    if (!known.includes(name.trim().toLowerCase()))
      throw problems.invalid_input({
        errors: [{ path, message: `${placeholder} is no property of the product group` }],
      });
}

async function existingProducts(ctx: AccountContext, productGroupID: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; combination: string[] }>`select item.id, ${combinationOfItem} as combination
    from inventory.item item where item.account_id = ${ctx.account.id} and item.product_group_id = ${productGroupID}
    order by item.sku desc`.execute(ctx.em.query());
  return new Map(rows.map(({ id, combination }) => [combination.join(), id]));
}

/** Creates the missing products of a group; a dry run only answers them. */
export async function makeVariations(ctx: AccountContext, items: ItemService, productGroupID: string, body: Body) {
  const group = await productGroupView.byID(ctx, productGroupID);
  const chosen = await chosenAttributes(ctx, group.properties, body);
  refuseUnknownNames(body.skuPattern, 'skuPattern', group.properties);
  refuseUnknownNames(body.descriptionPattern, 'descriptionPattern', group.properties);
  const existing = await existingProducts(ctx, productGroupID);
  const variations = combinationsOf(chosen).map((attributes): Variation => {
    const itemID = existing.get(attributes.map(({ id }) => id).join()) ?? null;
    return {
      attributes,
      sku: filled(body.skuPattern, attributes, ({ code, name }) => code ?? name.trim().replaceAll(/\s+/g, '-')),
      description: filled(body.descriptionPattern, attributes, ({ name }) => name),
      outcome: itemID ? 'exists' : 'create',
      reason: itemID ? 'A product of the group has these attributes' : null,
      itemID,
    };
  });
  const wanted = variations.filter(({ outcome }) => outcome === 'create');
  const like = await likeSKUs(
    ctx,
    wanted.map(({ sku }) => sku),
  );
  const seen = new Map<string, string>();
  for (const variation of wanted) {
    const { sku } = variation;
    const other = like.get(sku) ?? seen.get(sku.toLowerCase());
    if (sku.length > 100) refuse(variation, 'The SKU would have more than 100 characters');
    else if (other !== undefined) refuse(variation, `The SKU ${other} exists already`);
    seen.set(sku.toLowerCase(), sku);
  }
  if (!body.isDryRun) for (const variation of wanted) await create(ctx, items, productGroupID, body, variation);
  const countOf = (outcome: Variation['outcome']): number =>
    variations.filter((variation) => variation.outcome === outcome).length;
  return {
    items: variations,
    createCount: countOf('create'),
    existsCount: countOf('exists'),
    refusedCount: countOf('refused'),
  };
}

const refuse = (variation: Variation, reason: string): void =>
  void Object.assign(variation, { outcome: 'refused', reason });

async function create(
  ctx: AccountContext,
  items: ItemService,
  productGroupID: string,
  { product }: Body,
  variation: Variation,
): Promise<void> {
  if (variation.outcome !== 'create') return;
  try {
    const { sku, description, attributes } = variation;
    const attributeIDs = attributes.map(({ id }) => id);
    const made = await items.create(ctx, 'product', { ...product, sku, description, attributeIDs, productGroupID });
    variation.itemID = made.id;
  } catch (error) {
    // An error in the common fields belongs to the request body, under its own path.
    if (error instanceof Problem && error.errors.length)
      throw new Problem({
        code: error.code,
        status: error.status,
        message: error.message,
        errors: error.errors.map(({ path, message }) => ({ path: `product.${path}`, message })),
      });
    throw error;
  }
}
