import type { ViewDefinition } from '@millwright/core/contracts';

/** Views that commerce publishes. */
export const commerceViews: readonly ViewDefinition[] = [];
