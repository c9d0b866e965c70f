import { Button } from '@mantine/core';
import { ListScreen, useSession } from '@millwright/core/browser';
import { useState } from 'react';
import { listShipments } from '../../../contracts/index.ts';
import { orderCustomerSource, orderProductSource } from '../../document/order-sources.ts';
import { carrierSource, customerTypeSource, productLineSource, salesRepSource } from '../../sources/record-sources.ts';
import { ShippingSettingsDialog } from './dialogs/shipping-settings-dialog.tsx';
import { shipmentColumns } from './shipment-columns.tsx';
import { shipmentStatusOptions } from './shipment-status-badge.tsx';

/** The shipping queue: packed shipments, oldest first, and shipped ones. */
export function ShipmentListScreen() {
  const { account, can } = useSession();
  const [isSetting, setSetting] = useState(false);
  return (
    <>
      <ListScreen
        name="shipping"
        title="Shipping"
        endpoint={listShipments}
        searchPlaceholder="Shipment, order, PO, customer, SSCC, tracking"
        columns={shipmentColumns}
        filters={[
          { name: 'status', options: shipmentStatusOptions },
          { name: 'customerIDs', options: orderCustomerSource },
          { name: 'itemIDs', label: 'Product', options: orderProductSource },
          { name: 'productLineIDs', options: productLineSource },
          { name: 'customerGroupIDs', label: 'Customer type', options: customerTypeSource },
          { name: 'carrierIDs', options: carrierSource },
          { name: 'salesRepIDs', options: salesRepSource(account?.id ?? '') },
          { name: 'startDate', label: 'Packed' },
          { name: 'shippedStartDate', label: 'Shipped' },
        ]}
        views={[
          { id: 'packed', name: 'To ship', query: 'status=packed&sortBy=createdAt&sortOrder=asc' },
          { id: 'shipped', name: 'Shipped', query: 'status=shipped&sortBy=shippedAt&sortOrder=desc' },
          { id: 'void', name: 'Void', query: 'status=void' },
        ]}
        defaultSort={{ by: 'createdAt', order: 'desc' }}
        rowHref={(shipment) => `/dashboard/shipping/${shipment.id}`}
        rowLabel={(shipment) => shipment.number}
        empty={{
          title: 'Nothing to ship',
          text: 'What was picked and packed appears here until it has left.',
          icon: 'truck',
        }}
        actions={
          can('sys_properties:update') && (
            <Button variant="default" onClick={() => setSetting(true)}>
              Settings
            </Button>
          )
        }
      />
      {isSetting && <ShippingSettingsDialog onClose={() => setSetting(false)} />}
    </>
  );
}
