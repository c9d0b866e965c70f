export * from './sample-record.contract.ts';
