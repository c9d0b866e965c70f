export * from './sample-record.contract.ts';
export * from './sample-record.declarations.ts';
