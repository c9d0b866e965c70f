import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { commonDelimiters, readDocuments, validateSet, writeX12 } from '@millwright/edi/contracts';
import type { Client } from 'pg';
import { newID } from '../../contracts/texts/id.ts';
import { queueSchema, queues } from '../../jobs/queue/queue.ts';
import { median } from '../../testing/budgets/median.ts';
import type { CashSpeed } from '../figures/cash-figure.ts';
import { type Ask, type ServerOptions, withBenchServer } from '../place/bench-place.ts';

const segments = 40_000;
const orders = 1_000;
const lines = 10;
const ordersOfFile = 100;
const cases = 500;

interface Partner {
  partnerID: string;
  connectionID: string;
  customerID: string;
  customerNumber: string;
}

/** An interchange with one 850 per list of lines. */
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

/** Reads all documents as an import would; fails if one has findings. */
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

/**
 * Largest memory of reading in megabytes, in addition to the text, by the number of documents of 400 segments in a
 * file.
 */
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

/** The codec: reads and checks a file with one long order, compared with splitting the text into characters. */
async function measureReading(): Promise<CashSpeed> {
  const long = Array.from({ length: segments - 7 }, (_, index) => lineOf(index + 1, 12));
  const text = ordersFile(1, [{ po: 'LONG', lines: long }]);
  const took: number[] = [];
  const plain: number[] = [];
  for (let turn = 0; turn < 9; turn += 1) {
    plain.push(await millisecondsOf(() => text.split('~').map((segment) => segment.split('*'))));
    took.push(await millisecondsOf(() => readAll(text)));
  }
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
    name: 'Retailer',
    customerID: customer.id,
    connectionID: connection.id,
    ourQualifier: 'ZZ',
    ourID: 'US',
    theirQualifier: 'ZZ',
    theirID: 'RETAILER',
  });
  await ask('/v1/dc-locations', { customerID: customer.id, code: '0042', name: 'Dock', line1: '1 Main', city: 'Gary' });
  return {
    partnerID: partner.id,
    connectionID: connection.id,
    customerID: customer.id,
    customerNumber: customer.number,
  };
}

/**
 * From files in the mailbox until every order exists and is acknowledged by 997 and 855, compared with the same orders
 * as a CSV file.
 */
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

/** Waits until the follow-up jobs of a thousand orders are done, so that they do not count for the 856. */
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

/** From shipping to the stored 856. */
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

/** Measures reading, importing and sending by EDI on a server of its own. */
export async function measureEDI(say: (line: string) => void, serverOptions: ServerOptions): Promise<CashSpeed[]> {
  say('measuring: reading X12');
  const reading = await measureReading();
  return withBenchServer({ say, slug: 'edi', ...serverOptions }, async ({ ask, admin, accountID, server }) => {
    const partner = await setUp(ask);
    say('measuring: orders by EDI');
    const taken = await measureOrders(ask, admin, accountID, partner);
    await atRest(admin);
    say('measuring: 856');
    const notice = await measureNotice(ask, admin, accountID);
    await server.call('settle');
    return [reading, taken, notice];
  });
}

/** Measures the upload of one file of a thousand orders, up to the reply; the faster of two turns. */
export const measureUpload = (
  say: (line: string) => void,
  { orders: most, ...serverOptions }: ServerOptions & { orders: number },
): Promise<CashSpeed[]> =>
  withBenchServer({ say, slug: 'edi', ...serverOptions }, async ({ ask, admin, accountID }) => {
    await setUp(ask);
    say('measuring: upload of a file of orders');
    const count = Math.min(orders, most);
    const own = Array.from({ length: lines }, (_, index) => lineOf(index + 1, 12));
    const took: number[] = [];
    for (const turn of [1, 2]) {
      const documents = Array.from({ length: count }, (_, index) => ({ po: `UP-${turn}-${index}`, lines: own }));
      const text = ordersFile(600 + turn, documents);
      took.push(await millisecondsOf(() => ask(`/v1/edi/actions/upload?name=orders-${turn}.edi`, text)));
      const { rows } = await admin.query<{ count: number }>(
        'select count(*)::int as count from commerce.sales_order where account_id = $1 and customer_po like $2',
        [accountID, `UP-${turn}-%`],
      );
      if (rows[0]?.count !== count) throw new Error(`${rows[0]?.count} of ${count} orders are there`);
      await atRest(admin);
    }
    const tookMs = Math.min(...took);
    const rate = Math.round((count * 1000) / tookMs);
    return [{ title: `upload of one file of ${count} orders of ${lines} lines: ${rate} orders/s`, tookMs, plainMs: 0 }];
  });
