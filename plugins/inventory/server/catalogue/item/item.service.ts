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
import { Item } from './item.entity.ts';
import { findItemIDs, itemByID } from './item.queries.ts';
import { leadTimeUnits, type StoredAmount, storedAmount } from './item-amounts.ts';
import { clearAttributes, replaceAttributes, setAttributes } from './item-attributes.ts';
import { indexItem, itemFactsOf, tellCreated, tellDeleted, tellItemsChanged } from './item-history.ts';
import { categoryTypeOf, itemKinds, listsOf } from './item-kinds.ts';
import { keptRate, storedRate } from './item-rate.ts';
import { itemReferences, referenceFields } from './item-references.ts';
import { itemRestoration } from './item-restoration.ts';
import { isItemStocked, stockedText } from './item-stocked.ts';
import { type ChosenUnits, chooseUnits } from './item-units.ts';
import { deleteItems } from './item-uses.ts';

type NewItem = CreateItemInput & Partial<Omit<CreateProductInput, keyof CreateItemInput>>;
type ChangedItem = UpdateItemInput & Partial<Omit<UpdateProductInput, keyof UpdateItemInput>>;
type References = Pick<NewItem, 'productLineID' | 'productGroupID' | 'categoryID'>;

const invalid = (path: string, message: string) => problems.invalid_input({ errors: [{ path, message }] });

/** Locked against whoever is bringing stock of the item right now. */
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

  /** Changes an item; 404 where it is of another type than asked for. */
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
      // Another SKU has to differ from all others by more than case, whatever the old one did.
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

  /** Gives an item an attribute in place of the one that it has of the property. */
  async putAttribute(ctx: AccountContext, itemID: string, attributeID: string): Promise<ItemReply> {
    const item = await this.#held(ctx, itemID);
    const attribute = await ctx.em.get(Attribute, attributeID);
    const before = await itemByID(ctx, itemID);
    await setAttributes(ctx, [{ itemID, propertyID: attribute.property.id, attributeID }]);
    return this.#written(ctx, item, before);
  }

  /** Takes an attribute from an item; 404 where it has none such. */
  async deleteAttribute(ctx: AccountContext, itemID: string, attributeID: string): Promise<undefined> {
    const item = await this.#held(ctx, itemID);
    const before = await itemByID(ctx, itemID);
    const own = before.attributes.find(({ id }) => id === attributeID);
    if (!own) throw problems.not_found();
    await clearAttributes(ctx, [{ itemID, propertyID: own.property.id }]);
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

  /** Puts a product into a group, or out of the one it is in with null. */
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

  /** Deletes what may be deleted and says why the rest may not; more than 2,000 as a change set. */
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

  /** Deleting items that nothing refers to, as work of change sets: one per type, each with its own right. */
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

  /** Null takes a reference away, undefined leaves it. */
  async #references(ctx: AccountContext, type: ItemType, ids: References) {
    const references = await checkedReferences(ctx, referenceFields, itemReferences, ids);
    if (references.category) refuseOtherCategory(type, await ctx.em.get(Category, references.category.id));
    return references;
  }

  /** The unit groups that its line and its category suggest to a new item. */
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

  /** The item's units after a change; another group is refused where stock or documents count in the old one. */
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
      // Attributes are rows of their own; who has the item open should notice all the same.
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

  /** Tells apart which items of a type nothing refers to, and locks them. */
  async #sort(ctx: AccountContext, type: ItemType, ids: readonly string[]) {
    const wanted = [...new Set(ids)];
    // Documents that are being written hold a key share of their items; this waits for them and keeps further ones out.
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
          const own = uses.get(id);
          return {
            id,
            label: known.get(id) ?? id,
            uses: own,
            reason: own ? reasonOfUses(own) : `There is no such ${type}`,
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
