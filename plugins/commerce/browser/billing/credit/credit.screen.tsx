import { Alert, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import {
  errorText,
  Money,
  PageHeader,
  Panel,
  PendingState,
  RecordPicker,
  toast,
  useEndpoint,
  useEndpointMutation,
  useScreenTitle,
  useSession,
  useShortcut,
} from '@millwright/core/browser';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { creditInvoice, getInvoice, type Invoice, type Restock, restockNames } from '../../../contracts/index.ts';
import { documentLocationSource } from '../../document/location-source.ts';
import { AmountInput } from '../amount-input.tsx';
import { CreditLineTable } from './credit-line-table.tsx';
import { allOf, type CreditSheet, creditBody, creditFreightOf, creditOf } from './credit-state.ts';

const blank: CreditSheet = { lines: new Map(), freight: null, restock: 'place', locationID: null, reason: '' };
const explained: Record<Restock, string> = {
  place: 'They lie in stock again, at the value they left with',
  scrap: 'They came, and are thrown away',
  none: 'The customer keeps them',
};

/** Credits an invoice because goods come back or too much was billed. */
export function CreditScreen() {
  const { invoiceID = '' } = useParams();
  useScreenTitle('Credit an invoice');
  const query = useEndpoint(getInvoice, { params: { invoiceID } });
  const { data } = query;
  return (
    <Stack gap="md" p="md">
      <PageHeader
        title={data ? `Credit invoice ${data.number}` : 'Credit an invoice'}
        back={{ href: `/dashboard/invoices/${invoiceID}`, label: 'the invoice' }}
      />
      {data ? <CreditForm invoice={data} /> : <PendingState query={query} what="invoice" lines={8} />}
    </Stack>
  );
}

function CreditForm({ invoice }: { invoice: Invoice }) {
  const navigate = useNavigate();
  const { can } = useSession();
  const [sheet, setSheet] = useState<CreditSheet>(blank);
  const [failure, setFailure] = useState<string | null>(null);
  const credit = useEndpointMutation(creditInvoice);
  const change = (part: Partial<CreditSheet>) => setSheet((before) => ({ ...before, ...part }));
  const plan = creditOf(invoice, sheet);
  const freight = creditFreightOf(invoice);
  const canSave = plan.total > 0 && sheet.reason.trim() !== '' && !credit.isPending;
  const hasGoods = [...sheet.lines.values()].some(({ quantity }) => quantity);
  const save = async () => {
    if (!canSave) return;
    setFailure(null);
    try {
      const memo = await credit.mutateAsync({ params: { invoiceID: invoice.id }, body: creditBody(invoice, sheet) });
      toast.success(`Credit memo ${memo.number} written`);
      await navigate(`/dashboard/transactions/${memo.id}`);
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  useShortcut('mod+enter', () => void save(), { label: 'Credit', group: 'Form', enabled: canSave });
  return (
    <>
      {failure && (
        <Alert color="red" title="Nothing was written">
          {failure}
        </Alert>
      )}
      <Panel
        title={`${invoice.customer.name}, order ${invoice.orderNumber ?? 'of an older system'}`}
        actions={
          <Button size="compact-xs" variant="default" onClick={() => change(allOf(invoice))}>
            Everything
          </Button>
        }
        flush
      >
        <CreditLineTable
          invoice={invoice}
          typed={sheet.lines}
          parts={plan.parts}
          onChange={(id, line) => change({ lines: new Map(sheet.lines).set(id, line) })}
        />
      </Panel>
      <Panel title="Goods and reason">
        <Stack gap="sm">
          {hasGoods && (
            <Radio.Group
              label="What becomes of the goods"
              value={sheet.restock}
              onChange={(value) => change({ restock: value as Restock })}
            >
              <Stack gap={6} mt={6}>
                {(Object.keys(restockNames) as Restock[]).map((value) => (
                  <Radio key={value} value={value} label={restockNames[value]} description={explained[value]} />
                ))}
              </Stack>
            </Radio.Group>
          )}
          {hasGoods && sheet.restock === 'place' && can('inventory:read') && (
            <RecordPicker
              label="Place"
              placeholder="Quarantine"
              source={documentLocationSource}
              value={sheet.locationID}
              onPick={(locationID) => change({ locationID })}
              clearable
              w={340}
            />
          )}
          {freight > 0 && (
            <AmountInput
              label="Freight"
              description={`At most ${freight.toFixed(2)}`}
              value={sheet.freight}
              onAmount={(amount) => change({ freight: amount || null })}
              max={freight}
              w={140}
            />
          )}
          <TextInput
            label="Reason"
            description="The customer reads it on the credit memo"
            value={sheet.reason}
            onChange={(event) => change({ reason: event.currentTarget.value })}
            maxLength={200}
            required
            maw={480}
          />
        </Stack>
      </Panel>
      <Group
        justify="space-between"
        p="sm"
        style={{
          position: 'sticky',
          bottom: 0,
          background: 'var(--mantine-color-body)',
          borderTop: '1px solid var(--mantine-color-default-border)',
        }}
      >
        <Group gap="lg" aria-live="polite">
          <Text size="sm" fw={600}>
            Credit <Money value={plan.total} />
          </Text>
          <Text size="sm">
            Pays of the invoice <Money value={plan.pays} />
          </Text>
          {plan.kept > 0 && (
            <Text size="sm">
              Stays on the account <Money value={plan.kept} />
            </Text>
          )}
        </Group>
        <Button onClick={() => void save()} disabled={!canSave} loading={credit.isPending}>
          Write credit memo
        </Button>
      </Group>
    </>
  );
}
