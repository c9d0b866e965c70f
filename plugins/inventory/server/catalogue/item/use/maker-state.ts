import type { ForbiddenState } from '@millwright/core/server';
import { createProductBody } from '../../../../contracts/index.ts';
import { ItemService } from '../item.service.ts';

/** Customers see the manufacturer of a product only if the account shows it. */
export const makerShown: ForbiddenState = {
  name: 'a customer learns who makes a product',
  as: ['customer'],
  async prepare(ctx, services) {
    const body = createProductBody.parse({
      sku: 'STATE-MADE',
      description: 'Made elsewhere',
      productType: 'sale',
      unitValue: 10,
      manufacturer: 'Hidden Works',
      manufacturerPartNumber: 'HW-7781',
    });
    const { id } = await services.get(ItemService).create(ctx, 'product', body);
    return {
      ids: { 'inventory.item': [id] },
      words: { query: 'STATE-MADE', sku: 'STATE-MADE', skus: 'STATE-MADE', text: 'STATE-MADE 2' },
      hidden: ['Hidden Works', 'HW-7781'],
    };
  },
  meets: { accepted: 'listProducts' },
};
