/** The middle of some numbers in their order; of an even count the upper one, and 0 without any. */
export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
