import { decimal, quantityScale, type Ratio, toScaledInteger } from '@millwright/core/contracts';

/** A product of an order: its quantity, and the quantity per pallet, both in base units. */
export interface PalletLoad {
  itemID: string;
  /** Decimal texts, one per order line. */
  baseQuantities: readonly string[];
  perPallet: Ratio;
}

/** An exact fraction of a pallet, so that three thirds add up to a whole one. */
interface Share {
  numerator: bigint;
  denominator: bigint;
}

const greatestCommonDivisor = (left: bigint, right: bigint): bigint => {
  let [a, b] = [left, right];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
};

const add = (left: Share, right: Share): Share => {
  const numerator = left.numerator * right.denominator + right.numerator * left.denominator;
  const denominator = left.denominator * right.denominator;
  const divisor = greatestCommonDivisor(numerator, denominator) || 1n;
  return { numerator: numerator / divisor, denominator: denominator / divisor };
};

const none: Share = { numerator: 0n, denominator: 1n };
const wholes = ({ numerator, denominator }: Share): number => Number((numerator + denominator - 1n) / denominator);

const shareOf = ({ baseQuantities, perPallet }: PalletLoad): Share => {
  const scaled = baseQuantities.reduce((sum, text) => sum + toScaledInteger(decimal(text), quantityScale), 0n);
  return add(none, {
    numerator: scaled * perPallet.denominator,
    denominator: 10n ** BigInt(quantityScale) * perPallet.numerator,
  });
};

/**
 * Pallets of each product in hundredths, rounded up, and whole pallets of all products, shared if products may be
 * mixed.
 */
export function palletsNeeded(
  loads: readonly PalletLoad[],
  mixesProducts: boolean,
): { pallets: number; byItem: Map<string, number> } {
  const shares = loads.map((load) => [load.itemID, shareOf(load)] as const);
  const byItem = new Map(
    shares.map(([itemID, share]) => [itemID, wholes({ ...share, numerator: share.numerator * 100n }) / 100]),
  );
  const pallets = mixesProducts
    ? wholes(shares.reduce((sum, [, share]) => add(sum, share), none))
    : shares.reduce((sum, [, share]) => sum + wholes(share), 0);
  return { pallets, byItem };
}
