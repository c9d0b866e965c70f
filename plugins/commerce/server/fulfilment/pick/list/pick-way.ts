const names = new Intl.Collator('en', { numeric: true });

/** Compares the paths of two places by name, A2 before A10, for the walking order. */
export function byWay(left: readonly string[], right: readonly string[]): number {
  for (let depth = 0; depth < Math.max(left.length, right.length); depth += 1) {
    const [one, other] = [left[depth], right[depth]];
    if (one === undefined) return -1;
    if (other === undefined) return 1;
    const order = names.compare(one, other);
    if (order !== 0) return order;
  }
  return 0;
}
