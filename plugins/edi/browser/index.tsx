import { defineScreens } from '@millwright/core/browser';

export default defineScreens(
  {
    'edi-workbench': () => import('./exchange/workbench.screen.tsx'),
    'edi-document': () => import('./exchange/document.screen.tsx'),
    'edi-runs': () => import('./exchange/run-list.screen.tsx'),
    'edi-run': () => import('./exchange/run.screen.tsx'),
    'dc-locations': () => import('./dc-location/dc-location-list.screen.tsx'),
    'dc-location-create': () => import('./dc-location/dc-location-form.screen.tsx'),
    'dc-location': () => import('./dc-location/dc-location.screen.tsx'),
    'dc-location-edit': () => import('./dc-location/dc-location-form.screen.tsx'),
    'edi-partners': () => import('./partner/partner-list.screen.tsx'),
    'edi-partner-create': () => import('./partner/partner-form.screen.tsx'),
    'edi-partner': () => import('./partner/partner.screen.tsx'),
    'edi-partner-edit': () => import('./partner/partner-form.screen.tsx'),
    'edi-connections': () => import('./connection/connection-list.screen.tsx'),
    'edi-connection-create': () => import('./connection/connection-form.screen.tsx'),
    'edi-connection': () => import('./connection/connection.screen.tsx'),
    'edi-connection-edit': () => import('./connection/connection-form.screen.tsx'),
  },
  {
    slots: {
      'commerce.sales-order.panels': () => import('./exchange/slots/order-documents.slot.tsx'),
      'commerce.shipment.panels': () => import('./exchange/slots/shipment-documents.slot.tsx'),
      'commerce.invoice.panels': () => import('./exchange/slots/invoice-documents.slot.tsx'),
    },
    commands: [
      {
        id: 'edi-workbench',
        label: 'EDI workbench',
        keywords: 'x12 850 orders partners files upload',
        href: '/dashboard/edi',
      },
      {
        id: 'create-edi-partner',
        label: 'New EDI partner',
        keywords: 'create new add retailer trading partner',
        href: '/dashboard/edi-partners/create',
      },
    ],
  },
);
