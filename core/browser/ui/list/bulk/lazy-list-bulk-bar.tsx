import type { ComponentProps } from 'react';
import { late } from '../../../format/late.tsx';
import type { BulkBar } from './list-bulk-bar.tsx';

/** The bar at the bottom while rows are picked, in a chunk of its own, since the first visit shows no list. */
export const ListBulkBar = late<ComponentProps<typeof BulkBar>>(
  async () => (await import('./list-bulk-bar.tsx')).BulkBar,
  { name: 'The bar for several rows' },
);
