import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { commonDelimiters, readDocuments, validateSet, writeX12 } from '@millwright/edi/contracts';
import { Client } from 'pg';
import platform from '../../platform.config.ts';
import { installRoles, migrateInstallation, newSecret, startEmbeddedPostgres, withDatabase } from '../boot/index.ts';
import { newID } from '../contracts/id.ts';
import { queueSchema, queues } from '../jobs/queue.ts';
import type { CashSpeed } from './cash-speed.ts';
import { Child } from './child.ts';
import { benchPassword, type People } from './facts.ts';

const database = 'millwright';
const segments = 40_000;
const orders = 1_000;
const lines = 10;
const ordersOfFile = 100;
const cases = 500;

type Ask = <T = { id: string }>(path: string, body?: object | string, method?: string) => Promise<T>;

interface Partner {
  partnerID: string;
  connectionID: string;
  customerID: string;
  customerNumber: string;
}

/** An interchange with one 850 for each list of lines. */
function ordersFile(control: number, documents: readonly { po: string; lines: readonly string[][] }[]): string {
  return writeX12({
    delimiters: { ...commonDelimiters, lineEnd: '' },
    sender: { qualifier: 'ZZ', id: 'RETAILER' },
    receiver: { qualifier: 'ZZ', id: 'US' },
    date: '261122',
    time: '1530',
    version: '00401',
    controlNumber: String(control),
    asksForAcknowledgment: false,
    isTest: false,
    groups: [
      {
        code: 'PO',
        sender: 'RETAILER',
        receiver: 'US',
        date: '20261122',
        time: '1530',
        controlNumber: String(control),
        version: '004010',
        sets: documents.map(({ po, lines: own }, index) => ({
          type: '850',
          controlNumber: String(index + 1).padStart(4, '0'),
          segments: [
            ['BEG', '00', 'SA', po, '', '20261120'],
            ['N1', 'ST', 'Dock', '92', '0042'],
            ...own,
            ['CTT', String(own.length)],
          ],
        })),
      },
    ],
  }).text;
}

const lineOf = (number: number, quantity: number): string[] => [
  ...['PO1', String(number), String(quantity), 'EA', '5', '', 'VN', `EDI-${number % lines}`],
];

const millisecondsOf = async (work: () => unknown): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** What reading does with every document; fails where one has a finding. */
function readAll(text: string, between: () => void = () => undefined): void {
  const reading = readDocuments(text);
  let next = reading.next();
  for (; !next.done; next = reading.next()) {
    const [wrong] = validateSet(next.value.set);
    if (wrong) throw new Error(`The file has a finding: ${wrong.message}`);
    between();
  }
  const [wrong] = next.value.findings;
  if (wrong) throw new Error(`The file has a finding: ${wrong.message}`);
}

/** Megabytes that reading needs at most beside the text, by how many documents of 400 segments a file has. */
function memoryToRead(): string {
  const own = Array.from({ length: 395 }, (_, index) => lineOf(index + 1, 12));
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = (): number => {
    collect();
    return process.memoryUsage().heapUsed / 1_000_000;
  };
  const mostOf = (documents: number): number => {
    const text = ordersFile(
      1,
      Array.from({ length: documents }, (_, index) => ({ po: `PO-${index}`, lines: own })),
    );
    const before = used();
    let most = 0;
    let turn = 0;
    readAll(text, () => {
      if (turn % 10 === 0) most = Math.max(most, used() - before);
      turn += 1;
    });
    return most;
  };
  mostOf(10);
  const most = [10, 100, 1000].map((documents) => `${mostOf(documents).toFixed(1)} MB of ${documents}`);
  return `documents of 400 segments need ${most.join(', ')} in a file`;
}

/** The codec: a file that is one long order, read and checked; beside it, its text split by characters. */
async function measureReading(): Promise<CashSpeed> {
  const long = Array.from({ length: segments - 7 }, (_, index) => lineOf(index + 1, 12));
  const text = ordersFile(1, [{ po: 'LONG', lines: long }]);
  const took: number[] = [];
  const plain: number[] = [];
  for (let turn = 0; turn < 9; turn += 1) {
    plain.push(await millisecondsOf(() => text.split('~').map((segment) => segment.split('*'))));
    took.push(await millisecondsOf(() => readAll(text)));
  }
  const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
  const title = `850 of ${segments} segments read and checked (split alone is the plain one; ${memoryToRead()})`;
  return { title, tookMs: median(took), plainMs: median(plain), wantedMs: 250 };
}

async function setUp(ask: Ask): Promise<Partner> {
  const shipTo = { name: 'Dock', line1: '1 Main', city: 'Gary', state: 'IN', postalCode: '46401', country: 'US' };
  await ask('/v1/shipment-settings', { gs1CompanyPrefix: '0614141' }, 'PATCH');
  const customer = await ask<{ id: string; number: string }>('/v1/customers', {
    name: 'Retailer',
    shipToAddress: shipTo,
  });
  await ask(`/v1/customers/${customer.id}`, { isEdiEnabled: true }, 'PATCH');
  for (let each = 0; each < lines; each += 1) {
    const product = await ask('/v1/products', { sku: `EDI-${each}`, description: `Product ${each}`, unitValue: 5 });
    await ask('/v1/inventory-receipts', { itemID: product.id, quantity: 100_000, unitCost: 2 });
  }
  const connection = await ask('/v1/edi-connections', { name: 'Mailbox', kind: 'mailbox' });
  const partner = await ask('/v1/edi-partners', {
    ...{ name: 'Retailer', customerID: customer.id, connectionID: connection.id },
    ...{ ourQualifier: 'ZZ', ourID: 'US', theirQualifier: 'ZZ', theirID: 'RETAILER' },
  });
  await ask('/v1/dc-locations', { customerID: customer.id, code: '0042', name: 'Dock', line1: '1 Main', city: 'Gary' });
  return {
    partnerID: partner.id,
    connectionID: connection.id,
    customerID: customer.id,
    customerNumber: customer.number,
  };
}

/** Files in the mailbox until every order is there, acknowledged by 997 and 855; beside it, the same as a CSV file. */
async function measureOrders(ask: Ask, admin: Client, accountID: string, partner: Partner): Promise<CashSpeed> {
  const own = Array.from({ length: lines }, (_, index) => lineOf(index + 1, 12));
  for (let file = 0; file < orders / ordersOfFile; file += 1) {
    const text = ordersFile(
      file + 2,
      Array.from({ length: ordersOfFile }, (_, index) => ({ po: `PO-${file}-${index}`, lines: own })),
    );
    await admin.query(
      `insert into edi.mailbox_file (account_id, id, created_at, updated_at, version, connection_id, direction, name,
          bytes) values ($1, $2, now(), now(), 1, $3, 'in', $4, $5)`,
      [accountID, newID('edm'), partner.connectionID, `orders-${file}.edi`, Buffer.from(text)],
    );
  }
  const tookMs = await millisecondsOf(async () => {
    const { messages } = await ask<{ messages: string[] }>('/v1/edi/actions/pull-orders', {}, 'PUT');
    const { rows } = await admin.query<{ count: number }>(
      "select count(*)::int as count from commerce.sales_order where account_id = $1 and customer_po like 'PO-%'",
      [accountID],
    );
    if (rows[0]?.count !== orders) throw new Error(`${rows[0]?.count} orders are there: ${messages.join('; ')}`);
  });
  const csv = [
    'Order number,Customer number,SKU,Qty,Unit price',
    ...Array.from({ length: orders }, (_, order) =>
      own.map((_line, index) => `X-${order},${partner.customerNumber},EDI-${index},12,5`),
    ).flat(),
  ].join('\r\n');
  const plainMs = await millisecondsOf(async () => {
    const until = async (id: string, wanted: string): Promise<void> => {
      for (;;) {
        const { status, failure } = await ask<{ status: string; failure: string | null }>(`/v1/change-sets/${id}`);
        if (status === wanted) return;
        if (status === 'failed') throw new Error(`The import failed: ${failure}`);
        await new Promise((done) => setTimeout(done, 100));
      }
    };
    const { id } = await ask('/v1/imports?type=sales-orders&fileName=orders.csv', csv);
    await until(id, 'ready');
    await ask(`/v1/change-sets/${id}/actions/apply`, {});
    await until(id, 'applied');
  });
  const rate = (ms: number): string => `${Math.round((orders * lines * 1000) / ms)} lines/s`;
  const plain = `(a file of them is the plain one: ${rate(plainMs)})`;
  return {
    title: `${orders} orders of ${lines} lines by EDI, answered: ${rate(tookMs)} ${plain}`,
    tookMs,
    plainMs,
  };
}

/** What a thousand orders leave to be done is not the 856's. */
async function atRest(admin: Client): Promise<void> {
  for (;;) {
    const { rows } = await admin.query(
      `select from core.event_outbox where dispatched_at is null union all select from ${queueSchema}.job
        where name = any($1) and state in ('created', 'active', 'retry') and start_after <= now() limit 1`,
      [Object.values(queues)],
    );
    if (!rows.length) return;
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** From shipping to the 856 that is stored. */
async function measureNotice(ask: Ask, admin: Client, accountID: string): Promise<CashSpeed> {
  const text = ordersFile(500, [{ po: 'CASES', lines: [lineOf(1, cases * 2), lineOf(2, cases)] }]);
  await ask('/v1/edi/actions/upload?name=cases.edi', text);
  const { rows } = await admin.query<{ id: string }>(
    "select id from commerce.sales_order where account_id = $1 and customer_po = 'CASES'",
    [accountID],
  );
  const { pickID } = await ask<{ pickID: string }>(`/v1/sales-orders/${rows[0]?.id}`);
  await ask('/v1/picks/actions/release', { pickIDs: [pickID] });
  await ask(`/v1/picks/${pickID}/actions/pick`, {}, 'PUT');
  const { shipmentID } = await ask<{ shipmentID: string }>(`/v1/picks/${pickID}/actions/pack`, {
    shipmentCaseCount: cases,
  });
  await ask(`/v1/shipments/${shipmentID}/actions/use-estimates`, {}, 'PUT');
  await ask(`/v1/shipments/${shipmentID}/actions/ship`, {});
  const began = performance.now();
  for (;;) {
    const found = await admin.query<{ count: number }>(
      "select jsonb_array_length(segments) as count from edi.document where account_id = $1 and type = '856'",
      [accountID],
    );
    const [notice] = found.rows;
    if (notice) {
      const title = `856 of ${cases} cases, ${notice.count} segments, from the end of shipping until it is stored`;
      return { title, tookMs: performance.now() - began, plainMs: 0, wantedMs: 1000 };
    }
    if (performance.now() - began > 60_000) throw new Error('There is no 856');
    await new Promise((done) => setTimeout(done, 10));
  }
}

/** Reading, taking over and telling by EDI, in a platform of its own. */
export async function measureEDI(
  say: (line: string) => void,
  serverOptions: { execArgv?: readonly string[] },
): Promise<CashSpeed[]> {
  say('measuring: reading X12');
  const reading = await measureReading();
  const folder = mkdtempSync(join(tmpdir(), 'millwright-bench-edi-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: say });
  const server = new Child('server', serverOptions);
  const admin = new Client({ connectionString: withDatabase(postgres.url, database) });
  try {
    const urls = await installRoles({ adminUrl: postgres.url, database, secret: newSecret() });
    const plugins = await Promise.all(
      platform.plugins.map(async ({ server: half }) => ({ definition: (await half()).default })),
    );
    await migrateInstallation(urls, plugins);
    const url = await server.call<string>('boot', { urls, buildDir: resolve(import.meta.dirname, '..') });
    const { accountID, emails } = await server.call<People>('createAccount', { slug: 'edi', people: 1 });
    const signedIn = await fetch(`${url}/api/auth/actions/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ identifier: emails[0], password: benchPassword }),
    });
    if (!signedIn.ok) throw new Error(`Signing in failed: ${await signedIn.text()}`);
    const cookies = signedIn.headers.getSetCookie().map((line) => line.split(';')[0]);
    const ask: Ask = async <T>(path: string, body?: object | string, method = body ? 'POST' : 'GET'): Promise<T> => {
      const isText = typeof body === 'string';
      const type = isText ? 'application/octet-stream' : 'application/json';
      const answer = await fetch(`${url}/api${path}`, {
        method,
        headers: { cookie: cookies.join('; '), origin: url, 'account-id': accountID, 'content-type': type },
        ...(body ? { body: isText ? body : JSON.stringify(body) } : {}),
      });
      if (!answer.ok) throw new Error(`${path} failed: ${await answer.text()}`);
      return (await answer.json()) as T;
    };
    await admin.connect();
    const partner = await setUp(ask);
    say('measuring: orders by EDI');
    const taken = await measureOrders(ask, admin, accountID, partner);
    await atRest(admin);
    say('measuring: 856');
    const notice = await measureNotice(ask, admin, accountID);
    await server.call('settle');
    return [reading, taken, notice];
  } finally {
    await admin.end().catch(() => undefined);
    await server.stop();
    await postgres.stop();
    rmSync(dirname(postgres.dataDir), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}
