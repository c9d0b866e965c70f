import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { declareStates, type States } from '../../../contracts/records/states.ts';
import { stateSQL } from '../../../database/rows/state-sql.ts';
import { platformPlugins } from '../../kernel/platform-plugins.ts';
import { sharedKernel } from '../../kernel/shared-kernel.ts';
import { declaredStates, notLookedAt, placesThatAsk, type StateCatalogue, stateSources } from './declared-states.ts';
import { codesShownIn, type ShownStates, viewsNotLookedAt } from './shown-states.ts';
import { stateLiteralsIn } from './state-literals.ts';

const declared = await declaredStates();
const codes = new Set([...declared.states.values()].flatMap((states): readonly string[] => states.codes));
const columns = new Set(declared.sql.flatMap(({ column }) => column ?? []));
const found = (source: string, path = 'a.ts') => stateLiteralsIn(path, source, codes, columns).map(({ text }) => text);

/** Words of other systems that are equal to a declared code, with their origin. */
const otherWords: Readonly<Record<string, string>> = {
  'core/database/embedded/embedded-postgres-launch.ts': "the file of PostgreSQL's own",
  'core/imports/delimited/delimited-lines.ts': 'how far a line of a file is read',
  'plugins/commerce/browser/portal/own-money/my-invoices.screen.tsx': 'an invoice that is late, which is no state',
  'plugins/commerce/server/billing/card-payment/provider/card-provider.ts': "the card provider's",
  'plugins/commerce/server/billing/card-payment/card-recording.ts': "the card provider's",
  'plugins/commerce/server/billing/card-payment/provider/stripe-stand-in.ts': "the card provider's",
  'plugins/commerce/server/fulfilment/pick/list/pick-list.queries.ts': 'which picks a list shows',
  'plugins/commerce/server/purchasing/receiving-order/receiving-order-list.queries.ts': 'which orders a list shows',
  'plugins/production/browser/scanning-station/station-devices.tsx': 'how far a device is paired',
  'plugins/production/browser/station/scan-queue.ts': 'how far a scan is sent',
  'plugins/production/browser/station/scanning-station.screen.tsx': 'how far a scan is sent',
  'shell/screens/pages/unsubscribe.screen.tsx': 'how far the link in a mail is used',
  'widgets/order-status/order-status-result.tsx': 'how far an order is for its customer',
};

it.each([
  "sql`select from commerce.shipment where status = 'shipped'`",
  "sql`select sum(x) filter (where shipment.status <> 'void')`",
  "sql`where sold.status in ('issued', 'fulfilled')`",
  "sql`where sold.status not in ('issued')`",
  "sql`where sold.status = any ('{issued}')`",
  "sql`where status is distinct from 'issued'`",
  "sql`where 'issued' = sold.status`",
  "sql`case shipment.status when 'packed' then 1 end`",
  "sql`set status = case when $1 then 'fulfilled' else status end`",
  "sql`where coalesce(bought.status, 'issued') = $1`",
  "sql`where place.reservation_state = 'open'`",
  `sql\`where (\${statusCode} = 'paid')\``,
  `sql\`and \${effectiveState} <> 'open'\``,
  "const checks = [{ expression: \"status in ('packed', 'void')\" }];",
  'const shipped = "update commerce.shipment set status = \'shipped\'";',
])('finds a state in SQL: %s', (source) => {
  expect(found(source).length).toBeGreaterThan(0);
});

it.each([
  "if (shipment.status === 'packed') go();",
  "if (shipment?.status.code !== 'void') go();",
  "const isOpen = (status) => 'issued' === status;",
  "switch (order.status) { case 'issued': go(); }",
  "if (['issued', 'fulfilled'].includes(order.status.code)) go();",
  "const tone = (customerStatus as string) === 'hold_all' ? 1 : 2;",
])('finds a state that TypeScript compares: %s', (source) => {
  expect(found(source).length).toBeGreaterThan(0);
});

it.each([
  "orders.where('sales_order.status', 'in', ['issued', 'fulfilled'])",
  "orders.where('status', isOpen ? '=' : '<>', 'issued')",
  "orders.where('sold.status', '=', (isOpen ? 'issued' : 'fulfilled') as never)",
  "const shown = ['issued', 'closed_short'] as const; orders.where('sold.status', 'in', shown)",
  "const shown: readonly Status[] = ['issued']; orders.where((of) => of('sold.status', 'not in', shown))",
  "on.on('shipment.status', '<>', 'void')",
  `const left = ['shipped'] as const; sql\`where shipment.status = any(\${left}::text[])\``,
])('finds a state in a query: %s', (source) => {
  expect(found(source).length).toBeGreaterThan(0);
});

it.each([
  "orders.where('sold.status', 'in', salesOrderStates.those.placed)",
  "orders.where('sold.status', 'in', filter.statusCodes)",
  "orders.where('sold.number', '=', 'issued')",
  "const shown = ['a', 'b']; orders.where('sold.status', 'in', shown)",
  'sql`where $1 = shipment.status`',
  'if (shipmentStates.is.left(shipment.status)) go();',
  "session.status = 'expired';",
  "if (response.status === 200 || kind === 'open') go();",
  "sql`where kind = 'open' and status = $1`",
])('takes what names none: %s', (source) => {
  expect(found(source)).toEqual([]);
});

it('no source names a state but where it is declared', () => {
  const named = [...stateSources()].flatMap(([path, source]) => found(source, path).map((text) => `${path}: ${text}`));
  const where = (each: string) => each.split(':')[0] ?? '';
  expect(named.filter((each) => !(where(each) in otherWords))).toEqual([]);
  // Outdated entries must be removed.
  expect(Object.keys(otherWords).filter((path) => !named.some((each) => where(each) === path))).toEqual([]);
});

/** Views of lists, links and counts that name states: look at them when a state is added, then add it here. */
const shownStates: Readonly<Record<string, ShownStates>> = {
  holdStates: {
    seen: ['hold_all', 'hold_shipment', 'normal', 'preferred'],
    at: ['plugins/commerce/browser/parties/customer/customer-list.screen.tsx'],
  },
  changeSetStates: {
    seen: ['staging', 'checking', 'ready', 'applying', 'applied', 'undoing', 'undone', 'cancelled', 'failed'],
    at: ['shell/screens/change-set/change-set-list.screen.tsx'],
  },
  memberStates: {
    seen: ['unclaimed', 'invited', 'active', 'suspended', 'deactivated'],
    at: ['shell/screens/team/team-list.screen.tsx'],
  },
  taskStates: {
    seen: ['open', 'done', 'dropped'],
    at: ['shell/screens/tasks/task-list.screen.tsx'],
  },
  transactionStates: {
    seen: ['unallocated', 'partly_allocated', 'allocated', 'void'],
    at: [
      'plugins/commerce/browser/billing/transaction/payment-data.screen.tsx',
      'plugins/commerce/browser/billing/transaction/transaction-list.screen.tsx',
    ],
  },
  invoiceStates: {
    seen: ['open', 'paid', 'void'],
    at: ['plugins/commerce/browser/billing/invoice/invoice-list.screen.tsx'],
  },
  shipmentStates: {
    seen: ['packed', 'shipped', 'void'],
    at: [
      'plugins/commerce/browser/fulfilment/shipment/shipment-list.screen.tsx',
      'plugins/commerce/contracts/fulfilment/shipment/shipment.declarations.ts',
    ],
  },
  registrationStates: {
    seen: ['unproven', 'waiting', 'approved', 'merged', 'joined', 'declined'],
    at: [
      'plugins/commerce/browser/portal/registration/registration-list.screen.tsx',
      'plugins/commerce/contracts/portal/registration/registration.declarations.ts',
    ],
  },
  supplierDeliveryStates: {
    seen: ['received', 'accepted', 'partly_rejected', 'rejected', 'void'],
    at: ['plugins/commerce/browser/purchasing/delivery/delivery-list.screen.tsx'],
  },
  purchaseOrderStates: {
    seen: ['bid_request', 'estimate', 'issued', 'fulfilled', 'closed_short'],
    at: ['plugins/commerce/browser/purchasing/purchase-order/purchase-order-list.screen.tsx'],
  },
  receivingOrderStates: {
    seen: ['expected', 'at_dock', 'completed', 'void'],
    at: [
      'plugins/commerce/browser/purchasing/receiving-order/receiving-order-list.screen.tsx',
      'plugins/commerce/contracts/purchasing/receiving-order/receiving-order.declarations.ts',
    ],
  },
  salesOrderStates: {
    seen: ['bid_request', 'estimate', 'issued', 'fulfilled', 'closed_short'],
    at: [
      'plugins/commerce/browser/sales/sales-order/cards/sales-order-cards.slot.tsx',
      'plugins/commerce/browser/sales/sales-order/sales-order-list.screen.tsx',
    ],
  },
  batchStates: {
    seen: ['planned', 'open', 'closed'],
    at: ['plugins/production/browser/batch/running-batches.slot.tsx'],
  },
  productionRunStates: {
    seen: ['pending', 'in_progress', 'completed'],
    at: ['plugins/production/browser/production-run/production-run-list.screen.tsx'],
  },
};
/** Lists of open and closed picks, which are no states of a pick. */
const listsOfPicks = [
  'browser/fulfilment/pick/pick-list.screen.tsx',
  'cli/pick-release.command.ts',
  'contracts/fulfilment/pick/pick.declarations.ts',
];

it.each([
  ["[{ id: 'packed', query: 'status=packed&sortBy=createdAt' }]", ['packed']],
  ['`/dashboard/orders?view=a&statusCodes=issued&statusCodes=fulfilled`', ['issued', 'fulfilled']],
  ["count: { list: 'listShipments', query: { take: 1, status: 'packed' } }", ['packed']],
  ['/** `status=packed` */\n  // status=void', []],
  ["{ query: 'sortBy=status' }", []],
])('finds the states of a view: %s', (source, shown) => {
  expect(codesShownIn(source, codes)).toEqual(shown);
});

it('each view, link and count that names states was looked at for all of them', () => {
  const sources = stateSources();
  const listed = Object.values(shownStates).flatMap(({ at }) => at);
  const others = listsOfPicks.map((path) => `plugins/commerce/${path}`);
  expect([...sources].flatMap(([path, source]) => (codesShownIn(source, codes).length ? [path] : []))).toEqual(
    [...listed, ...others].sort(),
  );
  expect(viewsNotLookedAt(shownStates, declared.states, sources)).toEqual([]);
});

it('every state has a name, a tone, and steps that no other record declares by another spelling', () => {
  for (const [name, states] of declared.states)
    for (const [code, { name: called, next = [] }] of Object.entries(states.declared)) {
      expect(called, `${name} ${code}`).not.toBe('');
      for (const step of next) expect(step, `${name} ${code}`).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
    }
});

/** Database objects of the whole platform that can name a state. */
async function catalogue(): Promise<StateCatalogue> {
  const { database } = await sharedKernel(await platformPlugins());
  return database.runAsAuth({ accountID: '', readOnly: true }, async (em) => {
    const db = em.getKysely();
    const checks = await sql<StateCatalogue['checks'][number]>`select conrelid::regclass::text as table,
      pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c'`.execute(db);
    const views = await sql<StateCatalogue['objects'][number]>`select viewed.oid::regclass::text as name,
        pg_get_viewdef(viewed.oid) as definition, array(
          select distinct part.refobjid::regclass::text from pg_depend part
          where part.classid = 'pg_rewrite'::regclass and part.objid = rule.oid
            and part.refclassid = 'pg_class'::regclass and part.refobjid <> viewed.oid) as reads
      from pg_class viewed join pg_rewrite rule on rule.ev_class = viewed.oid
      join pg_namespace space on space.oid = viewed.relnamespace
      where viewed.relkind in ('v', 'm') and space.nspname not in ('pg_catalog', 'information_schema')`.execute(db);
    const functions = await sql<{
      name: string;
      definition: string;
    }>`select space.nspname || '.' || made.proname as name,
        made.prosrc as definition from pg_proc made join pg_namespace space on space.oid = made.pronamespace
      where space.nspname not in ('pg_catalog', 'information_schema', 'queue')`.execute(db);
    return {
      checks: checks.rows,
      objects: [
        ...views.rows,
        ...functions.rows.map((made) => ({
          ...made,
          reads: [...made.definition.matchAll(/\b\w+\.\w+\b/g)].map(([name]) => name),
        })),
      ],
    };
  });
}

it('each CHECK names every state of its column, and each view that names one was looked at', async () => {
  const database = await catalogue();
  expect(declared.sql.filter(({ column }) => column).length).toBeGreaterThan(10);
  expect(declared.sql.flatMap((each) => notLookedAt(each, database))).toEqual([]);
});

it('a new state of shipments names every CHECK, view and place that has to be looked at', async () => {
  const { shipmentStates } = Object.fromEntries(declared.states) as unknown as { shipmentStates: States };
  const shipment = declared.sql.find(({ table }) => table === 'commerce.shipment');
  const wider = declareStates('shipment', {
    ...shipmentStates.declared,
    delivered: { name: 'Delivered', tone: 'success', is: ['live', 'left'] },
  });
  expect(notLookedAt({ ...stateSQL(wider, shipment as object), states: wider }, await catalogue())).toEqual([
    'no CHECK of commerce.shipment names packed, shipped, void, delivered',
    'commerce.v_order_owing names states of shipment and was not looked at for delivered',
    'commerce.v_order_progress names states of shipment and was not looked at for delivered',
  ]);
  const views = viewsNotLookedAt(
    shownStates,
    new Map(declared.states).set('shipmentStates', wider as unknown as States),
    stateSources(),
  );
  const at = 'plugins/commerce';
  expect(views).toEqual(
    [
      `${at}/browser/fulfilment/shipment/shipment-list.screen.tsx shows shipment by packed, shipped, void`,
      `${at}/contracts/fulfilment/shipment/shipment.declarations.ts shows shipment by packed`,
    ].map((view) => `${view} and was not looked at for delivered`),
  );
  expect(wider.options.map(({ label }) => label)).toEqual(['Packed', 'Shipped', 'Void', 'Delivered']);
  expect(`${stateSQL(wider).left('shipment.status')}`).toBe("shipment.status in ('shipped', 'delivered')");
  expect(`${stateSQL(wider).named('shipment.status')}`).toContain("when 'delivered' then 'Delivered'");
  const asking = ['shipmentStates', 'shipmentIs', 'reportedShipmentIs', 'tradedShipmentIs'];
  const places = placesThatAsk(asking, stateSources());
  for (const place of [
    'plugins/commerce/server/fulfilment/shipment/status/order-sums.ts: left, live',
    'plugins/commerce/server/fulfilment/shipment/record/shipment-invariants.ts: left, live',
    'plugins/commerce/server/fulfilment/shipment/list/shipment-list.queries.ts: named',
    'plugins/analytics/server/deliveries/deliveries.queries.ts: left',
  ])
    expect(places).toContain(place);
  expect(places.length).toBeGreaterThan(25);
});
