import { Button } from '@mantine/core';
import {
  columnsWithout,
  FormDialog,
  FormRow,
  LinkText,
  ListScreen,
  RecordScreen,
  RecordSelect,
  TextField,
  toast,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import {
  createEdiPartnerItem,
  createEdiPartnerItemBody,
  deleteEdiPartnerItem,
  ediPartners,
  listEdiDocuments,
  listEdiPartnerItems,
  type SimulatedDocument,
  sendTestMessage,
  shipNoticeLayoutNames,
  simulatedDocuments,
  simulateEdiPartner,
} from '../../contracts/index.ts';
import { documentColumns } from '../exchange/document-columns.tsx';
import { productSource } from '../record-sources.ts';
import { PartnerState } from './partner-list.screen.tsx';
import { PartnerUnits } from './partner-units.tsx';

/** The partner's numbers of our items. */
function PartnerItems({ partnerID }: { partnerID: string }) {
  const { can } = useSession();
  const [isAdding, setAdding] = useState(false);
  const create = useEndpointMutation(createEdiPartnerItem);
  const remove = useEndpointMutation(deleteEdiPartnerItem);
  const canChange = can('edi_partners:update');
  return (
    <>
      <ListScreen
        embedded
        name="edi-partner-items"
        title="Item numbers"
        endpoint={listEdiPartnerItems}
        fixedQuery={{ partnerIDs: [partnerID] }}
        columns={[
          { id: 'qualifier', width: 110 },
          { id: 'name', header: 'Their number' },
          {
            id: 'item',
            cell: ({ item }) => <LinkText to={`/dashboard/items/${item.id}`}>{item.sku}</LinkText>,
            csv: 'item.sku',
          },
          ...(can('edi_partners:delete')
            ? [
                {
                  id: 'remove',
                  header: '',
                  csv: false as const,
                  width: 100,
                  cell: (row: { id: string; name: string }) => (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      color="red"
                      aria-label={`Remove ${row.name}`}
                      onClick={() =>
                        void remove.mutateAsync({ params: { ediPartnerItemID: row.id } }).catch(toast.error)
                      }
                    >
                      Remove
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
        rowLabel={({ name }) => name}
        {...(canChange ? { primaryAction: { label: 'Add number', onClick: () => setAdding(true) } } : {})}
        empty={{
          title: 'No item numbers yet',
          text: 'UPC, buyer item or style numbers that its orders name items with.',
          icon: 'tag',
        }}
      />
      <FormDialog
        opened={isAdding}
        onClose={() => setAdding(false)}
        title="Add an item number"
        schema={createEdiPartnerItemBody}
        values={{ partnerID, qualifier: 'UP', name: '' }}
        onSave={async (values) => {
          await create.mutateAsync({ body: createEdiPartnerItemBody.parse(values) });
          return undefined;
        }}
      >
        <FormRow>
          <TextField name="qualifier" label="Qualifier" required />
          <TextField name="name" label="Their number" required />
        </FormRow>
        <RecordSelect name="itemID" label="Product" source={productSource} required />
      </FormDialog>
    </>
  );
}

const simulatedNames: Readonly<Record<SimulatedDocument, string>> = {
  order: 'Simulate an order',
  wrong_order: 'Simulate an order with faults',
  change: 'Simulate a change',
  cancel: 'Simulate a cancellation',
};

export function PartnerScreen() {
  const { can } = useSession();
  const test = useEndpointMutation(sendTestMessage);
  const simulate = useEndpointMutation(simulateEdiPartner);
  const ask = async (ediPartnerID: string, document: SimulatedDocument) => {
    try {
      const { customerPO } = await simulate.mutateAsync({ params: { ediPartnerID }, body: { document } });
      toast.success(`${customerPO} waits to be fetched`);
    } catch (error) {
      toast.error(error);
    }
  };
  const sendTest = async (ediPartnerID: string) => {
    try {
      const { hasSucceeded, message } = await test.mutateAsync({ params: { ediPartnerID } });
      if (hasSucceeded) toast.success(message);
      else toast.error(message);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <RecordScreen
      record={ediPartners}
      status={(data) => <PartnerState {...data} />}
      actions={({ id }) =>
        can('edi_partners:update') && (
          <Button loading={test.isPending} onClick={() => void sendTest(id)}>
            Send a test message
          </Button>
        )
      }
      menu={({ id, isSimulated }) =>
        isSimulated && can('edi_partners:update')
          ? simulatedDocuments.map((document) => ({
              label: simulatedNames[document],
              icon: 'inbox' as const,
              onClick: () => void ask(id, document),
            }))
          : []
      }
      summary={({ customer, connection, theirQualifier, theirID, heldCount }) => [
        { label: 'Customer', value: <LinkText to={`/dashboard/customers/${customer.id}`}>{customer.name}</LinkText> },
        {
          label: 'Connection',
          value: connection && (
            <LinkText to={`/dashboard/edi-connections/${connection.id}`}>{connection.name}</LinkText>
          ),
        },
        { label: 'Their ID', value: `${theirQualifier} ${theirID}` },
        { label: 'Waiting', value: heldCount },
      ]}
      tabs={[
        {
          id: 'documents',
          label: 'Documents',
          isHidden: () => !can('edi_runs:read'),
          render: ({ id }) => (
            <ListScreen
              embedded
              name="edi-partner-documents"
              title="Documents"
              endpoint={listEdiDocuments}
              fixedQuery={{ partnerIDs: [id] }}
              columns={columnsWithout(documentColumns, ['partner'])}
              defaultSort={{ by: 'createdAt', order: 'desc' }}
              rowHref={(document) => `/dashboard/edi/${document.id}`}
              rowLabel={({ type, businessKey }) => `${type} ${businessKey ?? ''}`}
              empty={{ title: 'Nothing was exchanged yet', icon: 'inbox' }}
            />
          ),
        },
        { id: 'items', label: 'Item numbers', render: ({ id }) => <PartnerItems partnerID={id} /> },
        { id: 'units', label: 'Units', render: (data) => <PartnerUnits partner={data} /> },
      ]}
      facts={({ ourQualifier, ourID, theirGroupID, ourGroupID, settings }) => [
        { label: 'Our ID', value: `${ourQualifier} ${ourID}` },
        { label: 'Group IDs', value: `${theirGroupID} / ${ourGroupID}` },
        { label: 'We send', value: settings.sends.join(', ') || 'Nothing' },
        { label: 'Release', value: settings.version },
        { label: 'Levels of the 856', value: shipNoticeLayoutNames[settings.shipNoticeLayout] },
        { label: 'Their 997 within', value: `${settings.acknowledgmentHours} h` },
        { label: 'Our 855 within', value: `${settings.responseHours} h` },
      ]}
    />
  );
}
