import { Button, Group, List, Stack, Text } from '@mantine/core';
import { FormDialog, Panel, RecordSelect, toast, useEndpointMutation, useSession } from '@millwright/core/browser';
import { useState } from 'react';
import { z } from 'zod';
import {
  createDcLocationBody,
  type DocumentFix,
  type DocumentHold,
  type EdiDocument,
  fixEdiDocument,
  holdReasonNames,
  locationQualifiers,
  reprocessEdiDocuments,
} from '../../contracts/index.ts';
import { DcLocationFields } from '../dc-location/dc-location-fields.tsx';
import { productSource, unitSource } from '../record-sources.ts';

const locationBody = createDcLocationBody.omit({ customerID: true });
const itemBody = z.object({
  itemID: z.string({ error: 'Product is required' }).min(1, { error: 'Product is required' }),
});
const unitBody = z.object({ unitID: z.string({ error: 'Unit is required' }).min(1, { error: 'Unit is required' }) });

const released = new Set([
  'duplicate_order',
  'product_ended',
  'repeated_control_number',
  'test_in_production',
  'wrong_receiver',
]);
const dialogs = {
  unknown_item: 'Choose the product',
  unknown_unit: 'Choose the unit',
  unknown_location: 'Create this location',
} as const;

const isDialog = (reason: string): reason is keyof typeof dialogs => reason in dialogs;

/** Holds with different causes: one fix solves all holds with the same cause. */
const distinct = (holds: readonly DocumentHold[]): DocumentHold[] => [
  ...new Map(holds.map((hold) => [hold.cause, hold])).values(),
];

/** The holds of a document, each with its fix. */
export function DocumentFixes({ document }: { document: EdiDocument }) {
  const { can } = useSession();
  const fix = useEndpointMutation(fixEdiDocument);
  const again = useEndpointMutation(reprocessEdiDocuments);
  const [open, setOpen] = useState<DocumentHold | null>(null);
  const [shared, setShared] = useState<{ cause: string; count: number } | null>(null);
  const canFix = can('edi_runs:update') && document.direction === 'in';
  const mend = async (body: DocumentFix) => {
    const answer = await fix.mutateAsync({ params: { ediDocumentID: document.id }, body });
    const left = answer.document.holds.length;
    toast.success(left ? `Mended; ${left} more to go` : 'The document goes on');
    setShared(answer.cause && answer.sameCause ? { cause: answer.cause, count: answer.sameCause } : null);
  };
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      toast.error(error);
    }
  };
  const holds = distinct(document.holds);
  if (!holds.length && !shared) return null;
  const { details = {} } = open ?? {};
  return (
    <Panel title="What keeps it">
      <Stack gap="sm">
        {shared && (
          <Group gap="sm">
            <Text size="sm">{shared.count} more documents wait for the same.</Text>
            <Button
              size="compact-sm"
              loading={again.isPending}
              onClick={() =>
                void attempt(async () => {
                  const { imported, held } = await again.mutateAsync({ body: { cause: shared.cause } });
                  toast.success(`${imported} taken over, ${held} still wait`);
                  setShared(null);
                })
              }
            >
              Process all {shared.count} with the same cause
            </Button>
          </Group>
        )}
        <List size="sm" spacing="sm">
          {holds.map((hold) => (
            <List.Item key={hold.cause}>
              <Text size="sm" fw={600}>
                {holdReasonNames[hold.reason]}
              </Text>
              <Text size="sm">{hold.message}</Text>
              {canFix && isDialog(hold.reason) && (
                <Button size="compact-sm" mt={4} onClick={() => setOpen(hold)}>
                  {dialogs[hold.reason]}
                </Button>
              )}
              {canFix && released.has(hold.reason) && (
                <Button
                  size="compact-sm"
                  mt={4}
                  loading={fix.isPending}
                  onClick={() => void attempt(() => mend({ kind: 'release' }))}
                >
                  Release
                </Button>
              )}
            </List.Item>
          ))}
        </List>
        {canFix && holds.some(({ reason }) => reason === 'price_differs') && (
          <Group>
            <Button
              size="compact-sm"
              loading={fix.isPending}
              onClick={() => void attempt(() => mend({ kind: 'accept_prices' }))}
            >
              Accept the partner’s prices
            </Button>
          </Group>
        )}
      </Stack>
      <FormDialog
        opened={open?.reason === 'unknown_item'}
        onClose={() => setOpen(null)}
        title={`Which product is ${details['qualifier']} ${details['number']}?`}
        saveLabel="Choose and go on"
        schema={itemBody}
        values={{ itemID: '' }}
        onSave={async ({ itemID }) => {
          await mend({
            kind: 'map_item',
            qualifier: details['qualifier'] ?? '',
            number: details['number'] ?? '',
            itemID: itemID ?? '',
          });
          return undefined;
        }}
      >
        {details['description'] && <Text size="sm">{details['description']}</Text>}
        <RecordSelect name="itemID" label="Product" source={productSource} required />
      </FormDialog>
      <FormDialog
        opened={open?.reason === 'unknown_unit'}
        onClose={() => setOpen(null)}
        title={`Which unit of ${details['sku']} is ${details['code'] || 'an empty code'}?`}
        saveLabel="Choose and go on"
        schema={unitBody}
        values={{ unitID: '' }}
        onSave={async ({ unitID }) => {
          await mend({ kind: 'map_unit', code: details['code'] ?? '', unitID: unitID ?? '' });
          return undefined;
        }}
      >
        <RecordSelect name="unitID" label="Unit" source={unitSource} required />
      </FormDialog>
      <FormDialog
        opened={open?.reason === 'unknown_location'}
        onClose={() => setOpen(null)}
        title="Create this DC location"
        saveLabel="Create and go on"
        size="lg"
        schema={locationBody}
        values={{
          code: details['code'] ?? '',
          qualifier: locationQualifiers.find((each) => each === details['qualifier']) ?? '92',
          name: details['name'] || `DC ${details['code'] ?? ''}`,
          line1: details['line1'] || null,
          line2: details['line2'] || null,
          city: details['city'] || null,
          state: details['state'] || null,
          postalCode: details['postalCode'] || null,
          country: details['country'] || 'US',
        }}
        onSave={async (values) => {
          await mend({ kind: 'create_location', location: locationBody.parse(values) });
          return undefined;
        }}
      >
        <DcLocationFields isPart />
      </FormDialog>
    </Panel>
  );
}
