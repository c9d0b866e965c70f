export { demoRandom } from '../boot/demo.ts';
export { apiRefusal } from './api-refusal.ts';
export * from './platform-plugins.ts';
export * from './provider-stand-in.ts';
export * from './statement-counter.ts';
export * from './streaming-replica.ts';
export * from './test-database.ts';
export * from './test-kernel.ts';
export * from './violations.ts';
