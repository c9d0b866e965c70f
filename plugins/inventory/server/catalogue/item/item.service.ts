import { type BulkAnswer, newID, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  type BulkAction,
  type BulkItem,
  changesOf,
  checkedReferences,
  inUse,
  reasonOfUses,
  renewVersion,
  runBulk,
  sql,
  touched,
  unindexRecords,
  usesOf,
} from '@millwright/core/server';
import {
  type CreateItemInput,
  type CreateProductInput,
  catalogueProblems,
  type ItemFilter,
  type Item as ItemReply,
  type ItemType,
  itemTypes,
  type ProductFilter,
  type UpdateItemInput,
  type UpdateProductInput,
} from '../../../contracts/index.ts';
import { Unit } from '../../units/unit/unit.entity.ts';
import { UnitConversion } from '../../units/unit-group/unit-group.entity.ts';
import { Category } from '../category/category.entity.ts';
import type { ProductGroup } from '../product-group/product-group.entity.ts';
import { ProductLine } from '../product-line/product-line.entity.ts';
import { Attribute } from '../property/property.entity.ts';
import { leadTimeUnits, type StoredAmount, storedAmount } from './amount/item-amounts.ts';
import { keptRate, storedRate } from './amount/item-rate.ts';
import { type ChosenUnits, chooseUnits } from './amount/item-units.ts';
import { clearAttributes, replaceAttributes, setAttributes } from './edit/item-attributes.ts';
import { indexItem, itemFactsOf, tellCreated, tellDeleted, tellItemsChanged } from './edit/item-history.ts';
import { itemRestoration } from './edit/item-restoration.ts';
import { Item } from './item.entity.ts';
import { findItemIDs, itemByID } from './item.queries.ts';
import { categoryTypeOf, itemKinds, listsOf } from './reference/item-kinds.ts';
import { itemReferences, referenceFields } from './reference/item-references.ts';
import { isItemStocked, stockedText } from './use/item-stocked.ts';
import { deleteItems } from './use/item-uses.ts';

type NewItem = CreateItemInput & Partial<Omit<CreateProductInput, keyof CreateItemInput>>;
type ChangedItem = UpdateItemInput & Partial<Omit<UpdateProductInput, keyof UpdateItemInput>>;
type References = Pick<NewItem, 'productLineID' | 'productGroupID' | 'categoryID'>;

const invalid = (path: string, message: string) => problems.invalid_input({ errors: [{ path, message }] });

/** The lock waits for transactions that bring stock of the item, and keeps new ones out. */
async function refuseStocked(ctx: AccountContext, itemID: string): Promise<void> {
  await sql`select id from inventory.item where account_id = ${ctx.account.id} and id = ${itemID} for update`.execute(
    ctx.em.query(),
  );
  const { rows } = await sql`select from inventory.item item
    where item.account_id = ${ctx.account.id} and item.id = ${itemID} and ${isItemStocked}`.execute(ctx.em.query());
  if (rows.length) throw catalogueProblems.item_stocked({ errors: [{ path: 'productType', message: stockedText }] });
}

/** Items of every type; products are items with a product type, a product line and a product group. */
export class ItemService {
  async create(ctx: AccountContext, type: ItemType, input: NewItem): Promise<ItemReply> {
    const {
      productLineID,
      productGroupID,
      categoryID,
      unitGroupID,
      defaultUnitID,
      unitValue,
      unitCost,
      attributeIDs,
      orderPoint,
      leadTime,
      ...fields
    } = input;
    const ids = { productLineID, productGroupID, categoryID };
    const references = await this.#references(ctx, type, ids);
    const units = await chooseUnits(ctx, { unitGroupID, defaultUnitID, ...(await this.#suggestedGroups(ctx, ids)) });
    const item = ctx.em.create(Item, {
      id: newID('itm'),
      type,
      ...fields,
      ...references,
      productType: type === 'product' ? (input.productType ?? 'sale') : null,
      unitValue: storedRate(unitValue, units, 'unitValue'),
      unitCost: storedRate(unitCost, units, 'unitCost'),
      defaultConversion: ctx.em.reference(UnitConversion, units.defaultConversionID),
      ...this.#orderPoint(ctx, orderPoint == null ? null : storedAmount(orderPoint, units, 'orderPoint')),
      ...this.#leadTime(ctx, leadTime == null ? null : storedAmount(leadTime, await leadTimeUnits(ctx), 'leadTime')),
    });
    tellCreated(ctx, { type, id: item.id, sku: item.sku });
    await ctx.em.flush();
    if (attributeIDs.length) await replaceAttributes(ctx, item.id, attributeIDs);
    const created = await itemByID(ctx, item.id, type);
    await indexItem(ctx, created);
    touched(ctx, ...listsOf(type));
    return created;
  }

  /** Changes an item; 404 if it is of another type than requested. */
  async update(ctx: AccountContext, itemID: string, input: ChangedItem, type?: ItemType): Promise<ItemReply> {
    const item = await this.#held(ctx, itemID, type);
    ctx.em.expectVersion(item, input.version);
    const before = await itemByID(ctx, itemID);
    const {
      version: _,
      productLineID,
      productGroupID,
      categoryID,
      unitGroupID,
      defaultUnitID,
      unitValue,
      unitCost,
      attributeIDs,
      orderPoint,
      leadTime,
      ...fields
    } = input;
    const startDate = fields.startDate === undefined ? before.startDate : fields.startDate;
    const endDate = fields.endDate === undefined ? before.endDate : fields.endDate;
    if (startDate && endDate && startDate > endDate) throw invalid('endDate', 'The end date is before the start date');
    if (item.productType === 'sale' && fields.productType !== undefined && fields.productType !== 'sale')
      await refuseStocked(ctx, itemID);
    ctx.em.assign(item, {
      ...fields,
      // A new SKU must differ from all others by more than case, even if the old one did not.
      ...(fields.sku !== undefined && fields.sku !== item.sku ? { isCaseTwin: false } : {}),
      ...(await this.#references(ctx, item.type, { productLineID, productGroupID, categoryID })),
    });
    if ([unitGroupID, defaultUnitID, unitValue, unitCost, orderPoint].some((value) => value !== undefined)) {
      const units = await this.#units(ctx, before, unitGroupID, defaultUnitID);
      if (orderPoint === undefined && before.orderPoint && units.unitGroupID !== before.unitGroup.id)
        throw invalid('orderPoint', 'The order point is needed, because the old one is in a unit of another group');
      ctx.em.assign(item, {
        defaultConversion: ctx.em.reference(UnitConversion, units.defaultConversionID),
        unitValue: keptRate(unitValue, item.unitValue, before.defaultUnit.id, units, 'unitValue'),
        unitCost: keptRate(unitCost, item.unitCost, before.defaultUnit.id, units, 'unitCost'),
        ...(orderPoint === undefined
          ? {}
          : this.#orderPoint(ctx, orderPoint === null ? null : storedAmount(orderPoint, units, 'orderPoint'))),
      });
    }
    if (leadTime !== undefined)
      ctx.em.assign(
        item,
        this.#leadTime(ctx, leadTime === null ? null : storedAmount(leadTime, await leadTimeUnits(ctx), 'leadTime')),
      );
    if (attributeIDs) await replaceAttributes(ctx, itemID, attributeIDs);
    return this.#written(ctx, item, before);
  }

  /** Sets an attribute of an item in place of its attribute of the same property. */
  async putAttribute(ctx: AccountContext, itemID: string, attributeID: string): Promise<ItemReply> {
    const item = await this.#held(ctx, itemID);
    const attribute = await ctx.em.get(Attribute, attributeID);
    const before = await itemByID(ctx, itemID);
    await setAttributes(ctx, [{ itemID, propertyID: attribute.property.id, attributeID }]);
    return this.#written(ctx, item, before);
  }

  /** Removes an attribute from an item; 404 if the item does not have it. */
  async deleteAttribute(ctx: AccountContext, itemID: string, attributeID: string): Promise<undefined> {
    const item = await this.#held(ctx, itemID);
    const before = await itemByID(ctx, itemID);
    const itemAttribute = before.attributes.find(({ id }) => id === attributeID);
    if (!itemAttribute) throw problems.not_found();
    await clearAttributes(ctx, [{ itemID, propertyID: itemAttribute.property.id }]);
    await this.#written(ctx, item, before);
    return undefined;
  }

  async putCategory(ctx: AccountContext, itemID: string, categoryID: string): Promise<ItemReply> {
    const item = await this.#held(ctx, itemID);
    const category = await ctx.em.get(Category, categoryID);
    refuseOtherCategory(item.type, category);
    const before = await itemByID(ctx, itemID);
    ctx.em.assign(item, { category });
    return this.#written(ctx, item, before);
  }

  async setProductLine(ctx: AccountContext, itemID: string, productLineID: string): Promise<ItemReply> {
    const item = await this.#held(ctx, itemID, 'product');
    const productLine = await ctx.em.get(ProductLine, productLineID);
    const before = await itemByID(ctx, itemID);
    ctx.em.assign(item, { productLine });
    return this.#written(ctx, item, before);
  }

  /** Puts a product into a group, or removes it from its group with null. */
  async setProductGroup(ctx: AccountContext, itemID: string, productGroup: ProductGroup | null): Promise<ItemReply> {
    const item = await this.#held(ctx, itemID, 'product');
    const before = await itemByID(ctx, itemID);
    ctx.em.assign(item, { productGroup });
    return this.#written(ctx, item, before);
  }

  async remove(ctx: AccountContext, itemID: string, type: ItemType): Promise<undefined> {
    const { allowed, refused } = await this.#sort(ctx, type, [itemID]);
    const [refusal] = refused;
    if (refusal) throw refusal.uses ? inUse(refusal.label, refusal.uses) : problems.not_found();
    await this.#erase(ctx, type, allowed);
    return undefined;
  }

  /** Deletes the items without references and answers the reasons for the others; more than 2,000 by a change set. */
  async bulkDelete(
    ctx: AccountContext,
    type: ItemType,
    selection: { itemIDs?: string[] | undefined; filter?: ItemFilter | ProductFilter | undefined },
  ): Promise<BulkAnswer> {
    const ids = selection.itemIDs ?? (await findItemIDs(ctx, type, selection.filter ?? {}));
    return runBulk(ctx, this.#removal(type), {
      ids,
      title: (count) => `Delete ${count} ${itemKinds[type].plural}`,
    });
  }

  /** Bulk deletions as change set actions: one per type, each with its own permission. */
  removals(): BulkAction[] {
    return itemTypes.map((type) => this.#removal(type));
  }

  #removal(type: ItemType) {
    const { plural, recordType } = itemKinds[type];
    return {
      action: `${plural}.delete`,
      recordType,
      permission: `${plural}:delete`,
      effect: 'delete',
      sort: (ctx, ids) => this.#sort(ctx, type, ids),
      apply: (ctx, items) => this.#erase(ctx, type, items),
      undo: itemRestoration(type),
    } satisfies BulkAction;
  }

  async #held(ctx: AccountContext, itemID: string, type?: ItemType): Promise<Item> {
    const item = await ctx.em.getForUpdate(Item, itemID);
    if (type !== undefined && item.type !== type) throw problems.not_found();
    return item;
  }

  /** Null removes a reference, undefined keeps it. */
  async #references(ctx: AccountContext, type: ItemType, ids: References) {
    const references = await checkedReferences(ctx, referenceFields, itemReferences, ids);
    if (references.category) refuseOtherCategory(type, await ctx.em.get(Category, references.category.id));
    return references;
  }

  /** The unit groups of a new item's product line and category. */
  async #suggestedGroups(ctx: AccountContext, { productLineID, categoryID }: References) {
    const { id: accountID } = ctx.account;
    const line = productLineID ? await ctx.em.findOne(ProductLine, { accountID, id: productLineID }) : null;
    const category = categoryID ? await ctx.em.findOne(Category, { accountID, id: categoryID }) : null;
    return { lineUnitGroupID: line?.unitGroup?.id, categoryUnitGroupID: category?.unitGroup?.id };
  }

  #orderPoint(ctx: AccountContext, amount: StoredAmount | null) {
    return {
      orderPoint: amount?.measure ?? null,
      orderPointUnit: amount && ctx.em.reference(Unit, amount.unitID),
      baseOrderPoint: amount?.base ?? null,
    };
  }

  #leadTime(ctx: AccountContext, amount: StoredAmount | null) {
    return {
      leadTime: amount?.measure ?? null,
      leadTimeUnit: amount && ctx.em.reference(Unit, amount.unitID),
      baseLeadTime: amount?.base ?? null,
    };
  }

  /** The item's units after a change; another group is refused if stock or documents count in the old one. */
  async #units(
    ctx: AccountContext,
    before: ItemReply,
    unitGroupID: string | undefined,
    defaultUnitID: string | undefined,
  ): Promise<ChosenUnits> {
    const isOtherGroup = unitGroupID !== undefined && unitGroupID !== before.unitGroup.id;
    const units = await chooseUnits(ctx, {
      unitGroupID: unitGroupID ?? before.unitGroup.id,
      defaultUnitID: defaultUnitID ?? (isOtherGroup ? undefined : before.defaultUnit.id),
    });
    const uses = isOtherGroup ? ((await usesOf(ctx, 'item', [before.id])).get(before.id) ?? []) : [];
    if (uses.length) throw inUse(`The unit group of ${before.sku}`, uses);
    return units;
  }

  async #written(ctx: AccountContext, item: Item, before: ItemReply): Promise<ItemReply> {
    await ctx.em.flush();
    let after = await itemByID(ctx, before.id);
    const [old, now] = [itemFactsOf(before), itemFactsOf(after)];
    const changes = changesOf(old, now, Object.keys(now) as (keyof typeof now)[]);
    if (changes.length === 0) return after;
    if (after.version === before.version) {
      // Attributes are separate rows, but open forms of the item should notice the change too.
      renewVersion(ctx, item);
      await ctx.em.flush();
      after = await itemByID(ctx, before.id);
    }
    tellItemsChanged(ctx, after, changes);
    await ctx.em.flush();
    await indexItem(ctx, after);
    touched(ctx, ...listsOf(after.type));
    return after;
  }

  /** Sorts items into those without references, which it locks, and the others. */
  async #sort(ctx: AccountContext, type: ItemType, ids: readonly string[]) {
    const wanted = [...new Set(ids)];
    // A transaction that writes a document holds a key share lock on its items; this lock waits for it and keeps new
    // ones out.
    const { rows: found } = await sql<BulkItem>`select id, sku as label from inventory.item
      where account_id = ${ctx.account.id} and type = ${type} and id = any(${wanted}::text[])
      order by id for update`.execute(ctx.em.query());
    const uses = await usesOf(
      ctx,
      'item',
      found.map(({ id }) => id),
    );
    const known = new Map(found.map(({ id, label }) => [id, label]));
    return {
      allowed: found.filter(({ id }) => !uses.get(id)?.length),
      refused: wanted
        .filter((id) => !known.has(id) || uses.get(id)?.length)
        .map((id) => {
          const itemUses = uses.get(id);
          return {
            id,
            label: known.get(id) ?? id,
            uses: itemUses,
            reason: itemUses ? reasonOfUses(itemUses) : `There is no such ${type}`,
          };
        }),
    };
  }

  async #erase(ctx: AccountContext, type: ItemType, items: readonly BulkItem[]): Promise<void> {
    const deleted = await deleteItems(
      ctx,
      items.map(({ id }) => id),
    );
    await unindexRecords(
      ctx,
      itemKinds[type].recordType,
      deleted.map(({ id }) => id),
    );
    for (const { id, sku } of deleted) tellDeleted(ctx, { type, id, sku });
    await ctx.em.flush();
    touched(ctx, ...listsOf(type));
  }
}

function refuseOtherCategory(type: ItemType, category: Category): void {
  if (category.type === categoryTypeOf(type)) return;
  const message =
    category.type === 'product'
      ? `${category.name} is a product category: parts, materials and supplies are in material categories`
      : `${category.name} is a material category: products are in product categories`;
  throw catalogueProblems.category_type_mismatch({ message, errors: [{ path: 'categoryID', message }] });
}
