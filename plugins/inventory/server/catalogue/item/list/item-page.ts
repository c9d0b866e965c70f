import type { EndpointRequest } from '@millwright/core/contracts';
import type { ItemFilter, listItems, listProducts, ProductFilter } from '../../../../contracts/index.ts';

/** A page of any item list. */
export type ItemPage = Filter & {
  take: number;
  skip: number;
  sortBy?:
    | EndpointRequest<typeof listItems>['query']['sortBy']
    | EndpointRequest<typeof listProducts>['query']['sortBy'];
  sortOrder?: 'asc' | 'desc';
};

/** Filters of all item lists; product filters have no effect on other types. */
export type Filter = ItemFilter &
  Partial<Pick<ProductFilter, 'productTypes' | 'productLineIDs' | 'productGroupIDs'>> & {
    /** Only these items. */
    ids?: readonly string[];
  };
