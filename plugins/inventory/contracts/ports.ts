import type { PortContext, Ratio } from '@millwright/core/contracts';
import type { ItemUse } from './catalogue/item/item-uses.contract.ts';
import type { ProductType } from './catalogue/product/product.contract.ts';

/** A product as other domains copy it into a document. */
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
  /** The smallest unit of the group; stock quantities are stored in it. */
  baseUnitID: string;
  defaultUnitID: string;
  /** Name of the default unit: `ct10ea`. */
  defaultUnit: string;
  /** Price and cost per unit of the group, see `CatalogueUnit`. */
  units: CatalogueUnit[];
  /** Calendar dates of the first and last day of sale, both included. */
  startDate: string | null;
  endDate: string | null;
  /** Whether today, in the account's time zone, lies between the dates. */
  isActive: boolean;
  productLineID: string | null;
  productLine: string | null;
  categoryID: string | null;
  /** One attribute per property. */
  attributeIDs: string[];
  /** From the product line; false without one. */
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
  /** Price and cost per unit, rounded half up to six decimals; decimal text. */
  unitValue: string;
  unitCost: string;
}

/** A quantity to convert. */
export interface ItemQuantity {
  itemID: string;
  /** Decimal text, number or Big of at most six decimals. */
  measure: string | number;
  /** Absent: the item's default unit. */
  unitID?: string | undefined;
  /** Path in the request, for field errors: `lines.3.quantity`. */
  path?: string;
}

/** The answer of `convertToBase`. */
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

/** The catalogue for other domains, called inside their transaction. Provided by inventory. */
export abstract class CataloguePort {
  static readonly providedBy: string = 'inventory';

  /**
   * Products by id, with prices, units and the exemptions of their product line, in one statement. Unknown ids and
   * other item types are missing in the map. A caller that stores an id passes `hold`: the products cannot be deleted
   * before the transaction ends, and a later delete sees the new reference.
   */
  abstract findProducts(
    ctx: PortContext,
    ids: readonly string[],
    options?: { hold?: boolean },
  ): Promise<Map<string, CatalogueProduct>>;

  /** Products by SKU in its exact spelling; unknown SKUs and other item types are missing in the map. */
  abstract findProductsBySKU(
    ctx: PortContext,
    skus: readonly string[],
    options?: { hold?: boolean },
  ): Promise<Map<string, CatalogueProduct>>;

  /**
   * Quantities in base units, in the order of the request.
   * @throws 400 `invalid_input` with one entry per `path` for an unknown item, 400 `unit_not_convertible` for a unit
   * outside the item's group, 400 `inexact_conversion` if six decimals cannot hold the result
   */
  abstract convertToBase(ctx: PortContext, quantities: readonly ItemQuantity[]): Promise<BaseQuantity[]>;

  /**
   * Checks quantities against the account's limit, for callers that convert themselves; `convertToBase` calls it too.
   * @throws 409 `confirmation_required` with one entry per quantity above the limit without confirmation
   */
  abstract refuseLarge(ctx: PortContext, quantities: readonly { path: string; baseMeasure: string }[]): Promise<void>;

  /**
   * The same check for import files, which cannot ask for confirmation per row. Answers a function: a message about the
   * limit and what to do for a quantity above it, undefined otherwise.
   */
  abstract largeQuantityFault(ctx: PortContext): Promise<(baseMeasure: string) => string | undefined>;

  /**
   * Locks items of any type against deletion until the transaction ends, for callers that store their ids. A later
   * delete sees the new references. Unknown ids are ignored.
   */
  abstract holdItems(ctx: PortContext, itemIDs: readonly string[]): Promise<void>;

  /** Units that each item can be measured in, smallest first. Unknown items are missing in the map. */
  abstract unitsOf(ctx: PortContext, itemIDs: readonly string[]): Promise<Map<string, CatalogueUnit[]>>;

  /** Names and exemptions of these product lines; unknown ids are missing in the map. */
  abstract findProductLines(
    ctx: PortContext,
    ids: readonly string[],
  ): Promise<Map<string, { id: string; name: string; isCommissionExempt: boolean; isFreightExempt: boolean }>>;
}

/**
 * A domain in which customers place orders. Inventory asks all that contribute one for the size of orders, because the
 * amount that customers may hold depends on it.
 */
export abstract class OrderedValuePort {
  /** Total of the customer's largest issued order, as decimal text in the account's currency; '0' without orders. */
  abstract largestOrderOf(ctx: PortContext, customerID: string): Promise<string>;
}

/**
 * A domain whose documents are summed up by month says which accounts have any. Analytics asks all that contribute one.
 */
export abstract class SummedDocumentsPort {
  /** SQL that selects `account_id`, for the look of a scheduled job over all accounts. */
  abstract readonly accounts: string;
}

/** Which products a customer may see. */
export interface OpenToCustomer {
  /**
   * An SQL condition on a row called `item`, of `v_items` or of its table. It is evaluated in the database only, so
   * lists can be counted and paged with it.
   */
  condition: unknown;
  /** Equal for customers who see the same products. */
  key: string;
}

/**
 * Contributed by a domain that sells to customers: the part of the catalogue that a customer may see, and the prices.
 */
export abstract class ProductsForCustomer {
  /** Products on sale today that the customer may see. */
  abstract openTo(ctx: PortContext, customerID: string): Promise<OpenToCustomer>;

  /** Whether customers see the manufacturer of a product. */
  abstract showsManufacturer(ctx: PortContext): Promise<boolean>;

  /** The customer's price of one default unit of each product, as decimal text. */
  abstract pricesOf(ctx: PortContext, customerID: string, itemIDs: readonly string[]): Promise<Map<string, string>>;
}

/** The item whose uses are asked for. */
export interface UsedItem {
  id: string;
  productLineID: string | null;
}

/** Uses of an item in a domain, for the item's screen: orders, assemblies. Any number of domains contribute. */
export abstract class ItemUsePort {
  /** Records that refer to the item, as far as the caller may read them, the most important first. */
  abstract whereUsed(ctx: PortContext, item: UsedItem): Promise<ItemUse[]>;
}

/** Production cost of one default unit of an item, as decimal texts of numeric(18,6); null for unknown parts. */
export interface MakingCost {
  labor: string | null;
  materials: string;
  overhead: string | null;
}

/** Contributed by domains that know how items are made. Inventory asks all of them. */
export abstract class ItemMakingPort {
  /** Costs of items that are made; other items are missing in the map. */
  abstract costsOf(ctx: PortContext, itemIDs: readonly string[]): Promise<Map<string, MakingCost>>;

  /** Items that the first steps of production flows make. */
  abstract initialSubassemblies(ctx: PortContext): Promise<string[]>;
}

/** The content of a label: a title, a smaller detail, and the text of its code. */
export interface PrintedLabel {
  id: string;
  title: string;
  detail: string;
  code: string;
}

/** Prints labels in the standard sizes for other domains. Provided by inventory. */
export abstract class LabelPort {
  static readonly providedBy: string = 'inventory';

  /**
   * One page or ZPL format per label, as PDF or for printers of 203 dots per inch; called outside transactions. Labels
   * of 1x1 always have a QR code.
   * @throws 400 `label_too_small` if a Code 128 does not fit the width
   */
  abstract print(
    labels: readonly PrintedLabel[],
    how: { size: '1x4' | '1x3' | '2x4' | '1x1'; symbology: 'qr' | 'code128'; format: 'pdf' | 'zpl'; copies: number },
  ): Promise<{ bytes: Uint8Array | string; contentType: string; filename?: string }>;
}
