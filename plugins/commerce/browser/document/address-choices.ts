/** Choices of an address beside the ids of the customer's own. */
export const addressChoices = { kept: 'kept', oneOff: 'one_off', none: 'none' } as const;
