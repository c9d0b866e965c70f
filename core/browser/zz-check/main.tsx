import '@mantine/core/styles.layer.css';
import '@mantine/dates/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ApiProvider, createBrowserClient, SessionProvider, UiProvider } from '../index.ts';
import { OrderCreateScreen, OrderListScreen, OrderScreen } from './check.tsx';

const names = ['Ace Safety Supply', 'Borealis Outfitters', 'Cardinal Workwear', 'Delta Marine', 'Evergreen Co-op', 'Foundry & Sons'];
const st = [{ code: 'estimate', name: 'Estimate' }, { code: 'issued', name: 'Issued' }, { code: 'fulfilled', name: 'Fulfilled' }];
const orders = Array.from({ length: 234 }, (_, i) => ({ id: `so_${i}`, number: String(1233 - i), total: ((i * 7919) % 90000) / 7, issuedAt: i % 3 ? new Date(Date.UTC(2026, 9, 1 + (i % 28))).toISOString() : null, customer: { name: names[i % 6] }, status: st[i % 3] }));
const custs = names.map((name, i) => ({ id: `cu_${i}`, name, number: String(1000 + i), email: null }));
const log: string[] = ((window as unknown as { calls: string[] }).calls = []);
let views: Record<string, unknown>[] = [{ id: 'v1', screen: 'orders', name: 'Big ones', query: 'sortBy=total&sortOrder=desc', columns: [], isShared: false, isOwn: true, createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }];
window.fetch = async (input, init) => {
  const u = new URL(String(input), location.href); const m = init?.method ?? 'GET'; const p = u.pathname.slice(4);
  log.push(`${m} ${p}${u.search} ${init?.body ?? ''}`);
  await new Promise((r) => setTimeout(r, 120));
  const json = (b: unknown, s = 200) => new Response(b === undefined ? null : JSON.stringify(b), { status: s, headers: { 'content-type': 'application/json' } });
  const q = u.searchParams;
  if (p === '/v1/orders' && m === 'GET') {
    if (location.search.includes('city=fail')) return json({ message: 'The server is busy; try again in a moment', code: 'overloaded', status: 500, requestID: 'req_123', errors: [] }, 500);
    let r = orders.filter((o) => (!q.get('query') || o.customer.name!.toLowerCase().includes(q.get('query')!.toLowerCase()) || o.number.includes(q.get('query')!)) && (!q.getAll('statusCodes').length || q.getAll('statusCodes').includes(o.status!.code)));
    if (q.get('sortBy') === 'total') r = [...r].sort((a, b) => (q.get('sortOrder') === 'desc' ? b.total - a.total : a.total - b.total));
    const s = Number(q.get('skip')); return json({ items: r.slice(s, s + Number(q.get('take'))), count: r.length });
  }
  if (p === '/v1/orders') return json({ message: 'The request is not valid', code: 'invalid_input', status: 400, requestID: 'req_9', errors: [{ path: 'lines.0.quantity', message: 'Not enough stock' }, { path: 'shipTo.city', message: 'No such city' }] }, 400);
  if (p.startsWith('/v1/orders/actions')) return json({ done: 1, refused: [{ id: 'so_1', reason: 'Issued orders cannot be deleted' }] });
  if (p.startsWith('/v1/orders/')) return json(orders.find((o) => o.id === p.split('/')[3]) ?? { message: 'There is no such record', code: 'not_found', status: 404, requestID: 'r', errors: [] }, orders.some((o) => o.id === p.split('/')[3]) ? 200 : 404);
  if (p === '/v1/customers') return json({ items: custs.filter((c) => !q.get('query') || (c.name + c.number).toLowerCase().includes(q.get('query')!.toLowerCase())), count: 6 });
  if (p.startsWith('/v1/customers/')) return json(custs.find((c) => c.id === p.split('/')[3]));
  if (p === '/v1/saved-views') { if (m === 'POST') { const v = { ...JSON.parse(String(init?.body)), id: `v${Date.now()}`, isOwn: true, createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }; views = [...views, v]; return json(v, 201); } return json({ items: views, count: views.length }); }
  if (p.endsWith('/timeline')) return json({ count: 3, items: [{ id: 't3', at: new Date(Date.now() - 3.6e6).toISOString(), actor: { id: 'u', name: 'Ada Miller', type: 'user' }, action: 'status_changed', changes: [{ field: 'status', from: { name: 'Estimate' }, to: { name: 'Issued' } }], note: null, kind: 'audit' }, { id: 't2', at: new Date(Date.now() - 8.6e7).toISOString(), actor: { id: null, name: 'Millwright', type: 'system' }, action: 'email_sent', changes: [], note: 'Acknowledgement to buyer@ace.test', kind: 'email' }, { id: 't1', at: new Date(Date.now() - 2e8).toISOString(), actor: { id: 'u', name: 'Ada Miller', type: 'user' }, action: 'created', changes: [], note: null, kind: 'audit' }] });
  return json({ message: 'There is no such record', code: 'not_found', status: 404, requestID: 'r', errors: [] }, 404);
};
const state = { user: { id: 'u', email: 'a@b.c', name: 'Ada' }, account: { id: 'acc', name: 'Northfield', slug: 'northfield', role: 'Admin', currency: 'USD', timeZone: 'America/New_York', locale: 'en-US' }, availableAccounts: [], permissions: ['sales_orders:create', 'sales_orders:delete'] };
const noop = () => undefined;
const router = createBrowserRouter([{ element: <NuqsAdapter><Outlet /></NuqsAdapter>, children: [
  { path: '/dashboard/orders', element: <OrderListScreen /> }, { path: '/dashboard/orders/create', element: <OrderCreateScreen /> }, { path: '/dashboard/orders/:orderID', element: <OrderScreen /> } ] }]);
createRoot(document.getElementById('root')!).render(
  <UiProvider><ApiProvider client={createBrowserClient({})}><SessionProvider state={state} onSwitchAccount={noop} onSignOut={noop}><main><RouterProvider router={router} /></main></SessionProvider></ApiProvider></UiProvider>,
);
