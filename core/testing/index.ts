export * from './platform-plugins.ts';
export * from './test-database.ts';
export * from './test-kernel.ts';
