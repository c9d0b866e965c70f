export const walkPath = (pickIDs: readonly string[]): string =>
  `/dashboard/picking/walk?${pickIDs.map((id) => `pickID=${encodeURIComponent(id)}`).join('&')}`;
