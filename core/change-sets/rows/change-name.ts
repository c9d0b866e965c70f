/** Field and label of a change, stored once per set for all its rows. */
export type ChangeName = [field: string, label: string];
