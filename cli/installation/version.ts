/** Version of the sources; a test compares it with the root's package.json. */
export const version = '0.1.0';
