/** What a number field says: it gives '12.50' as text while a zero stands at its end. Null for nothing, or no number. */
export function typedNumber(value: number | string): number | null {
  const typed = typeof value === 'number' ? value : Number.parseFloat(value);
  return Number.isFinite(typed) ? typed : null;
}
