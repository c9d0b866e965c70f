/** Tables of schema `inventory` for projections; each entity adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: entities merge their tables into it
export interface Tables {}
