export * from './delivery.contract.ts';
export * from './document.contract.ts';
export * from './filter.ts';
export * from './material.contract.ts';
export * from './permissions.ts';
export * from './sales.contract.ts';
export * from './screens.ts';
export * from './trend.ts';
