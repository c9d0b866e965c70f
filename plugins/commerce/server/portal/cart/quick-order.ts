import { parseNumericText } from '@millwright/core/contracts';
import { mostCartLines, type QuickOrderRow } from '../../../contracts/index.ts';
import type { PortalContext } from '../../parties/customer/shopper.ts';
import { openProducts } from '../storefront/storefront.queries.ts';
import { type CartService, unitOfEntry } from './cart.service.ts';

interface Said {
  row: number;
  text: string;
  sku: string;
  quantity: number | null;
  unit: string | null;
}

const separators = /[\t;,|]/;
const isHeading = (cells: readonly string[]): boolean =>
  /^(?:sku|item|article|product|part)\b/i.test(cells[0] ?? '') && !/\d/.test(cells.slice(1).join(''));

/** The cells of a line, separated by tabs, semicolons, commas or bars, otherwise by spaces. CSV quotes are removed. */
const cellsOf = (line: string): string[] =>
  (separators.test(line) ? line.split(separators) : line.trim().split(/\s+/)).map((cell) =>
    cell.trim().replace(/^"(.*)"$/, '$1'),
  );

/**
 * Parses pasted lines: SKU, quantity and unit, or the quantity first, optionally with an `x` between. Skips empty
 * lines.
 */
export function readLines(text: string): Said[] {
  return text
    .split(/\r?\n/)
    .map((line, index) => ({ line, row: index + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .flatMap(({ line, row }): Said[] => {
      const cells = cellsOf(line).filter((cell) => cell !== '' && !/^[x×*]$/i.test(cell));
      if (row === 1 && isHeading(cells)) return [];
      const [first = '', ...rest] = cells;
      const numberAt = rest.findIndex((cell) => parseNumericText(cell) !== undefined);
      if (numberAt >= 0) {
        const quantity = parseNumericText(rest[numberAt] as string) ?? null;
        return [{ row, text: line.trim(), sku: first, quantity, unit: rest[numberAt + 1] ?? null }];
      }
      const leading = parseNumericText(first.replace(/[x×]$/i, ''));
      if (leading !== undefined && rest.length > 0)
        return [
          {
            row,
            text: line.trim(),
            sku: rest.at(-1) as string,
            quantity: leading,
            unit: rest.length > 1 ? (rest[0] as string) : null,
          },
        ];
      return [{ row, text: line.trim(), sku: first, quantity: rest.length ? null : 1, unit: null }];
    });
}

/** Orders that are pasted as text. */
export class QuickOrder {
  readonly #carts: CartService;

  constructor(carts: CartService) {
    this.#carts = carts;
  }

  /** Resolves pasted lines for the customer. An invalid line has the reason. */
  async read(ctx: PortalContext, text: string): Promise<{ rows: QuickOrderRow[] }> {
    const entered = readLines(text).slice(0, mostCartLines);
    const products = await this.#carts.productsBySKU(
      ctx,
      entered.map(({ sku }) => sku),
    );
    const ids = [...products.values()].map(({ id }) => id);
    const open = ids.length
      ? new Set(
          (await (await openProducts(ctx)).select('item.id').where('item.id', 'in', ids).execute()).map(({ id }) => id),
        )
      : new Set<string>();
    const rows = entered.map(({ row, text: line, sku, quantity, unit }): QuickOrderRow => {
      const named = products.get(sku.toLowerCase());
      const product = named && open.has(named.id) ? named : undefined;
      const unitID = product && unitOfEntry(product, undefined, unit ?? undefined);
      const fault = !product
        ? `There is no product ${sku} for you`
        : quantity === null || quantity <= 0
          ? 'How many?'
          : !unitID
            ? `Sold in ${product.units.map((each) => each.unit).join(', ')}`
            : null;
      return {
        row,
        text: line,
        product: product ? { id: product.id, sku: product.sku, description: product.description } : null,
        quantity,
        unitID: unitID ?? null,
        unit: product?.units.find((each) => each.unitID === unitID)?.unit ?? unit,
        fault,
      };
    });
    return { rows };
  }
}
