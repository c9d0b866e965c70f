/** Choices of the address select in addition to the customer's address ids. */
export const addressChoices = { kept: 'kept', oneOff: 'one_off', none: 'none' } as const;
