/** Frozen: a change of the schema is a new migration at the end. */
export const migrations = [];
