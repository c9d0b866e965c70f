import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/postgres/test-database.ts';
import { parseDatabaseUrl } from '../schema/roles.ts';
import { groupRoles } from '../tenant-entity.ts';
import { analyzeTables, tablesWithoutStatistics } from './missing-statistics.ts';

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let admin: Client;
beforeAll(async () => {
  test = await createTestDatabase([]);
  admin = new Client({ connectionString: parseDatabaseUrl(test.adminUrl).toString() });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await test.drop();
});

it('finds tables that came without statistics, and has them analysed', async () => {
  await admin.query(`
    create schema stocked authorization ${groupRoles.owner};
    create table stocked.large as select n, repeat('x', 100) as filling from generate_series(1, 5000) n;
    create table stocked.small as select 1 as n;
    alter table stocked.large owner to ${groupRoles.owner};
  `);
  for (const url of [test.adminUrl, test.urls.migrate]) {
    // A role that may not read statistics uses the time of the last ANALYZE.
    expect(await tablesWithoutStatistics(url, ['stocked'])).toEqual(['stocked.large']);
    expect(await tablesWithoutStatistics(url, ['elsewhere'])).toEqual([]);
  }
  await analyzeTables(test.urls.migrate, ['stocked.large']);
  expect(await tablesWithoutStatistics(test.adminUrl, ['stocked'])).toEqual([]);
});
