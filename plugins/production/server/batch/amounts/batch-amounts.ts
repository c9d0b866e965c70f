import {
  addFractions,
  compareFractions,
  divideFractions,
  exactDecimal,
  type Fraction,
  fraction,
  fractionOf,
  lesserFraction,
  multiplyFractions,
  noFraction,
  roundFraction,
  subtractFractions,
} from '@millwright/core/contracts';

const millionth = fraction(1n, 1_000_000n);

/** Rounds a value to six decimals; values are rounded only here. */
export const atSix = (amount: Fraction): Fraction => fractionOf(roundFraction(amount));

/** The largest multiple of `grain` that is not above an amount. */
const flooredTo = (amount: Fraction, grain: Fraction): Fraction => {
  const { numerator, denominator } = divideFractions(amount, grain);
  return multiplyFractions(fraction(numerator / denominator), grain);
};

const divisorOf = (left: bigint, right: bigint): bigint => (right === 0n ? left : divisorOf(right, left % right));
const commonMultiple = (left: bigint, right: bigint): bigint => (left / divisorOf(left, right)) * right;

/** The quantity of a batch at its next step, or the largest part of the batch that divides. */
export type Moved = { isExact: true; quantity: Fraction } | { isExact: false; largest: Fraction };

/**
 * Converts a quantity of one step's product to the next step's product, of which one base unit takes `share`. Exact at
 * six decimals; otherwise answers the largest quantity of the first product that is exact.
 */
export function movedQuantity(quantity: Fraction, share: Fraction): Moved {
  const moved = divideFractions(quantity, share);
  if (exactDecimal(moved)) return { isExact: true, quantity: moved };
  // Multiples of the numerator, in millionths, are exact.
  const grain = multiplyFractions(millionth, fraction(share.numerator));
  return { isExact: false, largest: flooredTo(quantity, grain) };
}

/** A part of an assembly: its quantity, and the quantity per base unit of the assembly. */
interface Part {
  available: Fraction;
  share: Fraction;
}

/**
 * The largest quantity of the assembly that the parts give in the exact ratio, at six decimals like all quantities
 * taken; 0 if they are too few.
 */
export function assembledOf(parts: readonly Part[]): Fraction {
  let most: Fraction | undefined;
  let grain = 1n;
  for (const { available, share } of parts) {
    const suffices = divideFractions(available, share);
    most = most ? lesserFraction(most, suffices) : suffices;
    grain = commonMultiple(grain, share.denominator);
  }
  return most ? flooredTo(most, multiplyFractions(millionth, fraction(grain))) : noFraction;
}

/** Takes a quantity from amounts, in their order; undefined if there is not enough. */
export function takenFrom(amounts: readonly Fraction[], wanted: Fraction): Fraction[] | undefined {
  let open = wanted;
  const taken = amounts.map((amount) => {
    const part = lesserFraction(amount, open);
    open = subtractFractions(open, part);
    return part;
  });
  return open.numerator === 0n ? taken : undefined;
}

/** The share of a value for a part of a quantity; all of the value for the whole quantity. */
export function valueWith(value: Fraction, part: Fraction, whole: Fraction): Fraction {
  if (compareFractions(part, whole) === 0) return value;
  if (part.numerator === 0n) return noFraction;
  return lesserFraction(value, atSix(divideFractions(multiplyFractions(value, part), whole)));
}

/** Distributes the cost of a counted quantity, without a rest. */
export function sharedCost(
  pool: Fraction,
  counted: { firsts: Fraction; seconds: Fraction; isLeft: boolean },
  /** Cost of one second-quality piece, if it has a cost of its own. */
  secondsCost?: Fraction,
): { firsts: Fraction; seconds: Fraction; left: Fraction; lost: Fraction } {
  const { firsts, seconds, isLeft } = counted;
  const secondsShare = secondsCost
    ? lesserFraction(pool, atSix(multiplyFractions(seconds, secondsCost)))
    : valueWith(pool, seconds, addFractions(firsts, seconds));
  const forSeconds = seconds.numerator === 0n ? noFraction : secondsShare;
  const rest = subtractFractions(pool, forSeconds);
  if (firsts.numerator > 0n) return { firsts: rest, seconds: forSeconds, left: noFraction, lost: noFraction };
  // Without firsts, the cost stays with the quantity left, or is lost with the last piece.
  return {
    firsts: noFraction,
    seconds: forSeconds,
    left: isLeft ? rest : noFraction,
    lost: isLeft ? noFraction : rest,
  };
}
