import {
  compare,
  dividedBy,
  exactly,
  type Fraction,
  fraction,
  fractionOf,
  lesser,
  minus,
  nothing,
  plus,
  rounded,
  times,
} from '../making/fraction.ts';

const millionth = fraction(1n, 1_000_000n);

/** A value at six decimals: the one rounding of money that passes. */
export const atSix = (amount: Fraction): Fraction => fractionOf(rounded(amount));

/** The largest quantity of at most six decimals that is not above a number. */
const flooredTo = (amount: Fraction, grain: Fraction): Fraction => {
  const { numerator, denominator } = dividedBy(amount, grain);
  return times(fraction(numerator / denominator), grain);
};

const divisorOf = (left: bigint, right: bigint): bigint => (right === 0n ? left : divisorOf(right, left % right));
const commonMultiple = (left: bigint, right: bigint): bigint => (left / divisorOf(left, right)) * right;

/** What a batch comes to at the next step, or the most of it that does. */
export type Moved = { isExact: true; quantity: Fraction } | { isExact: false; largest: Fraction };

/**
 * A quantity of what one step makes as a quantity of what the next makes, of which one base unit takes `share`: exact
 * at six decimals, else the largest quantity of the first that is.
 */
export function movedQuantity(quantity: Fraction, share: Fraction): Moved {
  const moved = dividedBy(quantity, share);
  if (exactly(moved)) return { isExact: true, quantity: moved };
  // Multiples of the numerator, in millionths, divide.
  const grain = times(millionth, fraction(share.numerator));
  return { isExact: false, largest: flooredTo(quantity, grain) };
}

/** A part of an assembly: how much is there, and how much one base unit of the assembly takes. */
interface Part {
  available: Fraction;
  share: Fraction;
}

/** The most that parts make in the exact ratio, at six decimals as all that it takes; 0 where they are too few. */
export function assembledOf(parts: readonly Part[]): Fraction {
  let most: Fraction | undefined;
  let grain = 1n;
  for (const { available, share } of parts) {
    const suffices = dividedBy(available, share);
    most = most ? lesser(most, suffices) : suffices;
    grain = commonMultiple(grain, share.denominator);
  }
  return most ? flooredTo(most, times(millionth, fraction(grain))) : nothing;
}

/** Takes so much from amounts, in their order; `undefined` where they have less. */
export function takenFrom(amounts: readonly Fraction[], wanted: Fraction): Fraction[] | undefined {
  let open = wanted;
  const taken = amounts.map((amount) => {
    const part = lesser(amount, open);
    open = minus(open, part);
    return part;
  });
  return open.numerator === 0n ? taken : undefined;
}

/** The share of a value that goes with a part of a quantity; all of it with all. */
export function valueWith(value: Fraction, part: Fraction, whole: Fraction): Fraction {
  if (compare(part, whole) === 0) return value;
  if (part.numerator === 0n) return nothing;
  return lesser(value, atSix(dividedBy(times(value, part), whole)));
}

/** Where the cost of what was counted off goes: all that is known of it, with nothing left over. */
export function sharedCost(
  pool: Fraction,
  counted: { firsts: Fraction; seconds: Fraction; isLeft: boolean },
  /** Of one piece of second quality, where it has a cost of its own. */
  secondsCost?: Fraction,
): { firsts: Fraction; seconds: Fraction; left: Fraction; lost: Fraction } {
  const { firsts, seconds, isLeft } = counted;
  const own = secondsCost
    ? lesser(pool, atSix(times(seconds, secondsCost)))
    : valueWith(pool, seconds, plus(firsts, seconds));
  const forSeconds = seconds.numerator === 0n ? nothing : own;
  const rest = minus(pool, forSeconds);
  if (firsts.numerator > 0n) return { firsts: rest, seconds: forSeconds, left: nothing, lost: nothing };
  // Waste costs what is left, or is lost with the last piece.
  return { firsts: nothing, seconds: forSeconds, left: isLeft ? rest : nothing, lost: isLeft ? nothing : rest };
}
