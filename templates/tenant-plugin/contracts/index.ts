export * from './permissions.ts';
export * from './sample-record.contract.ts';
export * from './screens.ts';
export * from './settings.ts';
