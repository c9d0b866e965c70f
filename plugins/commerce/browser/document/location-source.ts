import { recordSource } from '@millwright/core/browser';
import { getStorageLocation, listStorageLocations } from '@millwright/inventory/contracts';

/** Places by their path. */
export const documentLocationSource = recordSource(listStorageLocations, {
  option: (place) => ({ value: place.id, label: place.fullName }),
  one: getStorageLocation,
  browse: { sortBy: 'fullName' },
});
