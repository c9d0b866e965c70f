/** Of this source; the root's package.json says the same, which a test compares. */
export const version = '0.1.0';
