import type { PortContext, Ratio } from '@millwright/core/contracts';
import type { ItemUse } from './catalogue/item/item-uses.contract.ts';
import type { ProductType } from './catalogue/product/product.contract.ts';

/** A product as other domains need it at the moment they take it over into a document. */
export interface CatalogueProduct {
  id: string;
  sku: string;
  description: string;
  type: 'product';
  productType: ProductType;
  /** Price of one default unit: decimal text of numeric(18,6). */
  unitValue: string;
  /** Cost of one default unit: decimal text of numeric(18,6). */
  unitCost: string;
  unitGroupID: string;
  /** The smallest unit of the group; stored quantities are counted in it. */
  baseUnitID: string;
  defaultUnitID: string;
  /** Name of the default unit: `ct10ea`. */
  defaultUnit: string;
  /** Price and cost of one of each unit of the group, see `CatalogueUnit`. */
  units: CatalogueUnit[];
  /** Calendar dates; the product is sold from the first to the last, both included. */
  startDate: string | null;
  endDate: string | null;
  /** Whether today, in the account's time zone, is within them. */
  isActive: boolean;
  productLineID: string | null;
  productLine: string | null;
  categoryID: string | null;
  /** What it is in each property. */
  attributeIDs: string[];
  /** Of the product line; false without one. */
  isCommissionExempt: boolean;
  isFreightExempt: boolean;
  manufacturer: string | null;
  manufacturerPartNumber: string | null;
}

/** A unit that an item can be measured in. */
export interface CatalogueUnit {
  unitID: string;
  /** `each`, `ct10ea`. */
  unit: string;
  /** One of this unit in base units, exact. */
  factor: Ratio;
  isBase: boolean;
  isDefault: boolean;
  /** Price and cost of one of this unit, rounded half up to six decimals; decimal text. */
  unitValue: string;
  unitCost: string;
}

/** A quantity to be converted. */
export interface ItemQuantity {
  itemID: string;
  /** Decimal text, number or Big of at most six decimals. */
  measure: string | number;
  /** Absent: the item's default unit. */
  unitID?: string | undefined;
  /** Where it stands in the request, for the field error: `lines.3.quantity`. */
  path?: string;
}

/** What `convertToBase` answers. */
export interface BaseQuantity {
  itemID: string;
  /** As entered, six decimals. */
  measure: string;
  unitID: string;
  /** Name of the unit. */
  unit: string;
  baseUnitID: string;
  /** In the base unit, exact: decimal text of numeric(18,6). */
  baseMeasure: string;
}

/** The catalogue as other domains ask it, inside their own transaction. Provided by inventory. */
export abstract class CataloguePort {
  static readonly providedBy: string = 'inventory';

  /**
   * The products of these ids, with prices, units and the exemptions of their line; one statement for any number of
   * ids. What does not exist, or is no product, is missing in the map. Writers that keep an id pass `hold`: the
   * products then cannot be deleted before the transaction ends, and whoever deletes afterwards sees what was written.
   */
  abstract findProducts(
    ctx: PortContext,
    ids: readonly string[],
    options?: { hold?: boolean },
  ): Promise<Map<string, CatalogueProduct>>;

  /** The same by SKU, as it is written; what does not exist, or is no product, is missing in the map. */
  abstract findProductsBySKU(
    ctx: PortContext,
    skus: readonly string[],
    options?: { hold?: boolean },
  ): Promise<Map<string, CatalogueProduct>>;

  /**
   * Quantities in base units, in the order asked.
   * @throws 400 `invalid_input` with one entry per `path` for an unknown item, 400 `unit_not_convertible` for a unit
   * outside the item's group, 400 `inexact_conversion` where six decimals cannot hold the result.
   */
  abstract convertToBase(ctx: PortContext, quantities: readonly ItemQuantity[]): Promise<BaseQuantity[]>;

  /**
   * For lines of documents that convert for themselves; `convertToBase` asks it for its own.
   * @throws 409 `confirmation_required` with one entry per quantity above the account's limit that nobody has confirmed
   */
  abstract refuseLarge(ctx: PortContext, quantities: readonly { path: string; baseMeasure: string }[]): Promise<void>;

  /**
   * The same for files, where nobody is asked row by row: answers why a quantity in base units is above the account's
   * limit and what to do about it, undefined where it is not.
   */
  abstract largeQuantityFault(ctx: PortContext): Promise<(baseMeasure: string) => string | undefined>;

  /**
   * Keeps items of any type from being deleted before the transaction ends, for writers that keep their ids: whoever
   * deletes afterwards sees what was written. Unknown ids are passed over.
   */
  abstract holdItems(ctx: PortContext, itemIDs: readonly string[]): Promise<void>;

  /** Units that each item can be measured in, smallest first. Unknown items are missing in the map. */
  abstract unitsOf(ctx: PortContext, itemIDs: readonly string[]): Promise<Map<string, CatalogueUnit[]>>;

  /** Names and exemptions of these product lines; what does not exist is missing in the map. */
  abstract findProductLines(
    ctx: PortContext,
    ids: readonly string[],
  ): Promise<Map<string, { id: string; name: string; isCommissionExempt: boolean; isFreightExempt: boolean }>>;
}

/**
 * A domain in which customers order says how much: what they may hold while they type follows from it. Inventory asks
 * all that contribute one.
 */
export abstract class OrderedValuePort {
  /**
   * Total of the customer's largest issued order, as decimal text in the account's currency; '0' where there is none.
   */
  abstract largestOrderOf(ctx: PortContext, customerID: string): Promise<string>;
}

/** Which products a customer may see. */
export interface OpenToCustomer {
  /**
   * A condition of SQL on a row called `item`, of `v_items` or of the table behind it. Only the database reads it, so
   * that lists are counted and paged with it.
   */
  condition: unknown;
  /** Equal for customers to whom the same is open. */
  key: string;
}

/** A domain that sells to customers says what of the catalogue they may know, and at which price. */
export abstract class ProductsForCustomer {
  /** What is sold today and open to the customer. */
  abstract openTo(ctx: PortContext, customerID: string): Promise<OpenToCustomer>;

  /** The customer's own price of one default unit of each, as decimal text. */
  abstract pricesOf(ctx: PortContext, customerID: string, itemIDs: readonly string[]): Promise<Map<string, string>>;
}

/** What a domain is asked about when somebody looks at where an item is used. */
export interface UsedItem {
  id: string;
  productLineID: string | null;
}

/** Tells the screen of an item where a domain uses it: orders, what is made of it. Any number of domains contribute. */
export abstract class ItemUsePort {
  /** What refers to the item, as far as the caller may read it, in the order that people look for it. */
  abstract whereUsed(ctx: PortContext, item: UsedItem): Promise<ItemUse[]>;
}

/** What making one default unit of an item costs, as decimal texts of numeric(18,6); null where nothing is known. */
export interface MakingCost {
  labor: string | null;
  materials: string;
  overhead: string | null;
}

/** Knows how items are made. Inventory asks all that contribute one. */
export abstract class ItemMakingPort {
  /** Of items that are made; those that are not are missing in the map. */
  abstract costsOf(ctx: PortContext, itemIDs: readonly string[]): Promise<Map<string, MakingCost>>;

  /** Items that production begins with: what the first steps of a flow make. */
  abstract initialSubassemblies(ctx: PortContext): Promise<string[]>;
}

/** What stands on a label: a title, a smaller detail, and what its code says. */
export interface PrintedLabel {
  id: string;
  title: string;
  detail: string;
  code: string;
}

/** Prints labels for other domains in the house's sizes. Provided by inventory. */
export abstract class LabelPort {
  static readonly providedBy: string = 'inventory';

  /**
   * One page or format a label, as PDF or for printers of 203 dots an inch; outside of transactions. 1x1 is always QR.
   * @throws 400 `label_too_small` where a Code 128 does not fit the width
   */
  abstract print(
    labels: readonly PrintedLabel[],
    how: { size: '1x4' | '1x3' | '2x4' | '1x1'; symbology: 'qr' | 'code128'; format: 'pdf' | 'zpl'; copies: number },
  ): Promise<{ bytes: Uint8Array | string; contentType: string; filename?: string }>;
}
