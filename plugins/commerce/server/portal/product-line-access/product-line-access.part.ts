import { definePart, service } from '@millwright/core/server';
import { CataloguePort } from '@millwright/inventory/contracts';
import {
  productLineAccessPermissions,
  productLineAccessProblems,
  relevantProductScreens,
} from '../../../contracts/index.ts';
import { closedLineShown } from './closed-line-state.ts';
import { ProductLineAccess, ProductLineAccessLine } from './product-line-access.entity.ts';
import { productLineAccessRoutes } from './product-line-access.routes.ts';
import { ProductLineAccessService } from './product-line-access.service.ts';
import { createDemoProductLineAccess } from './product-line-access-demo.ts';
import { ProductLineLimits } from './product-line-limits.ts';

const limits = ['product line limit', 'product line limits'] as const;
const customerNumber = `(select customer.number from commerce.customer customer
  where customer.account_id = {account} and customer.id = referrer.customer_id)`;

export const productLineAccessPart = definePart({
  permissions: productLineAccessPermissions,
  problems: productLineAccessProblems,
  screens: relevantProductScreens,
  entities: [ProductLineAccess, ProductLineAccessLine],
  references: [
    {
      to: 'customer',
      what: limits,
      table: 'commerce.product_line_access',
      column: 'customer_id',
      label: customerNumber,
    },
    {
      to: 'account_group',
      what: limits,
      table: 'commerce.product_line_access',
      column: 'account_group_id',
      label: "'this group'",
    },
    {
      to: 'product_line',
      what: limits,
      table: 'commerce.product_line_access_line',
      column: 'product_line_id',
      label: `(select coalesce(customer.number, limited.name) from commerce.product_line_access access
        left join commerce.customer customer
          on customer.account_id = access.account_id and customer.id = access.customer_id
        left join commerce.account_group limited
          on limited.account_id = access.account_id and limited.id = access.account_group_id
        where access.account_id = {account} and access.id = referrer.access_id)`,
    },
  ],
  services: [
    service(ProductLineLimits, CataloguePort),
    service(ProductLineAccessService, CataloguePort, ProductLineLimits),
  ],
  routes: (services) =>
    productLineAccessRoutes(services.get(ProductLineAccessService), services.get(ProductLineLimits)),
  demo: (ctx, _random, services) => createDemoProductLineAccess(ctx, services.get(ProductLineAccessService)),
  forbids: [closedLineShown],
  samples: [
    {
      table: 'commerce.product_line_access',
      row: (ids) => ({ account_group_id: ids('commerce.account_group'), customer_id: null }),
    },
    {
      table: 'commerce.product_line_access_line',
      row: (ids) => ({ access_id: ids('commerce.product_line_access'), product_line_id: 'pln_{label}' }),
    },
  ],
});
