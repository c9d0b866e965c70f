import { recordSource } from '@millwright/core/browser';
import { getStorageLocation, listStorageLocations } from '@millwright/inventory/contracts';

/** Locations by their path. */
export const documentLocationSource = recordSource(listStorageLocations, {
  option: (place) => ({ value: place.id, label: place.fullName }),
  one: getStorageLocation,
  browse: { sortBy: 'fullName' },
});
