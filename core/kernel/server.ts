export * from '../database/table-row.ts';
export * from '../database/tenant-entity.ts';
export { sql, type NewRecord, type TenantRecord, TenantEntityManager } from '../database/tenant-entity-manager.ts';
export * from './clock.ts';
export * from './context.ts';
export * from './plugin.ts';
export * from './route.ts';
