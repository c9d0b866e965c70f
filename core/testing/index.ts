export * from './test-database.ts';
export * from './test-kernel.ts';
