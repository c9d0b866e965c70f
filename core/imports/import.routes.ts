import {
  createImport,
  getImport,
  getImportTemplate,
  listImportTypes,
  updateImport,
  updateImportRow,
} from '../contracts/work/import.contract.ts';
import { outsideRoute, type Route, route } from '../kernel/route.ts';
import type { Imports } from './imports.service.ts';

export const importRoutes = (imports: Imports): Route[] => [
  route(listImportTypes, async (ctx) => {
    const items = imports.types(ctx);
    return { items, count: items.length };
  }),
  route(getImportTemplate, async (ctx, { params }) => imports.template(ctx, params.importType)),
  outsideRoute(createImport, (ctx, { query, body }) => imports.create(ctx, query, body as Uint8Array), {
    admit: (rights, { query }) => imports.admit(rights, query.type),
  }),
  route(getImport, (ctx, { params }) => imports.read(ctx, params.importID)),
  route(updateImport, (ctx, { params, body }) => imports.update(ctx, params.importID, body)),
  route(updateImportRow, (ctx, { params, body }) => imports.updateRow(ctx, params.importID, params.row, body)),
];
