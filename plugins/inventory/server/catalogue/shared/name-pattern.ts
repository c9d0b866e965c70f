/** Pattern of `ilike` for a text anywhere in a name. */
export const patternOf = (query: string): string => `%${query.replaceAll(/[\\%_]/g, '\\$&')}%`;
