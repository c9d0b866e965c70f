export * from './events.ts';
export * from './pallet-label.contract.ts';
export * from './pallet-quantity.contract.ts';
export * from './permissions.ts';
export * from './screens.ts';
export * from './settings.contract.ts';
