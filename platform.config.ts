import { definePlatform } from './core/boot/registry/platform.ts';

/**
 * What is installed, in any order: the kernel sorts by ports. The only file that names the server halves of plugins.
 */
export default definePlatform({
  plugins: [
    {
      id: 'inventory',
      server: () => import('@millwright/inventory/server'),
      cli: () => import('@millwright/inventory/cli'),
    },
    {
      id: 'commerce',
      server: () => import('@millwright/commerce/server'),
      cli: () => import('@millwright/commerce/cli'),
    },
    {
      id: 'production',
      server: () => import('@millwright/production/server'),
      cli: () => import('@millwright/production/cli'),
    },
    {
      id: 'analytics',
      server: () => import('@millwright/analytics/server'),
      cli: () => import('@millwright/analytics/cli'),
    },
    { id: 'edi', server: () => import('@millwright/edi/server'), cli: () => import('@millwright/edi/cli') },
    {
      id: 'acme-pallet-labels',
      audience: ['northfield'],
      server: () => import('@millwright/acme-pallet-labels/server'),
      cli: () => import('@millwright/acme-pallet-labels/cli'),
    },
  ],
});
