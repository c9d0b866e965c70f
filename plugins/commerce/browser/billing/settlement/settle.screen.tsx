import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import {
  DayPicker,
  EmptyState,
  errorText,
  formats,
  Money,
  PageHeader,
  Panel,
  PendingState,
  RecordPicker,
  toast,
  useEndpoint,
  useEndpointMutation,
  useScreenTitle,
  useShortcut,
} from '@millwright/core/browser';
import { codeOptions } from '@millwright/core/contracts';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import {
  createSettlement,
  proposeSettlement,
  type TransactionMethod,
  transactionMethodNames,
} from '../../../contracts/index.ts';
import { customerSource } from '../../sources/record-sources.ts';
import { AmountInput } from '../amount-input.tsx';
import { SettleCredits } from './settle-credits.tsx';
import { SettleDebts } from './settle-debts.tsx';
import { type Rest, type Sheet, settlementOf, settlementPlanOf, type TypedPayment } from './settle-state.ts';

const today = (): string => new Date().toISOString().slice(0, 10);
const blank = (customerID: string): Sheet => ({
  customerID,
  payment: { amount: null, methodCode: 'check', reference: '', date: null },
  without: new Set(),
  amounts: new Map(),
  rests: new Map(),
});

/** Settlement sheet: debts on the left, credits on the right, and the remaining amount always visible. */
export function SettleScreen() {
  const [search, setSearch] = useSearchParams();
  const customerID = search.get('customerID') ?? '';
  useScreenTitle('Settle an account');
  return (
    <Stack gap="md" p="md">
      <PageHeader title="Settle an account" back={{ href: '/dashboard/account-management', label: 'settlements' }} />
      <Group align="end">
        <RecordPicker
          label="Customer"
          source={customerSource}
          value={customerID || null}
          onPick={(value) => setSearch(value ? { customerID: value } : {}, { replace: true })}
          autoFocus={!customerID}
          w={340}
        />
      </Group>
      {customerID ? (
        <SettleSheet key={customerID} customerID={customerID} />
      ) : (
        <EmptyState title="Choose a customer" text="Its open invoices and credits appear here." icon="card" />
      )}
    </Stack>
  );
}

function SettleSheet({ customerID }: { customerID: string }) {
  const navigate = useNavigate();
  const [sheet, setSheet] = useState<Sheet>(() => blank(customerID));
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const query = useEndpoint(proposeSettlement, { body: { customerID } }, { staleTime: 0 });
  const settle = useEndpointMutation(createSettlement);
  const data = query.data;
  const money = { credits: data?.credits ?? [], debts: data?.receivables ?? [], today: today() };
  const plan = settlementPlanOf(sheet, money);
  const hasWork = plan.total > 0 || sheet.rests.size > 0 || Boolean(sheet.payment.amount);
  const canSave = hasWork && plan.left >= 0 && !settle.isPending;
  const save = async () => {
    if (!canSave) return;
    setFailure(null);
    try {
      const { id, number } = await settle.mutateAsync({ body: settlementOf(sheet, money, note || null) });
      toast.success(`Settlement ${number} written`);
      await navigate(`/dashboard/account-management/${id}`);
    } catch (error) {
      setFailure(errorText(error));
      void query.refetch();
    }
  };
  useShortcut('mod+enter', () => void save(), { label: 'Settle', group: 'Form', enabled: canSave });
  if (!data) return <PendingState query={query} what="account" lines={8} />;
  const change = (part: Partial<Sheet>) => setSheet((before) => ({ ...before, ...part }));
  const setAmount = (id: string, amount: number) => {
    // The first typed amount keeps the proposed amounts of all other debts.
    const amounts = new Map(
      sheet.amounts.size ? sheet.amounts : [...plan.applied].map(([key, part]) => [key, Number(part.toFixed(2))]),
    );
    amounts.set(id, amount);
    change({ amounts });
  };
  const setRest = (id: string, rest: Rest | null) => {
    const rests = new Map(sheet.rests);
    if (rest) rests.set(id, rest);
    else rests.delete(id);
    change({ rests });
  };
  return (
    <Stack gap="md">
      {failure && (
        <Alert color="red" title="Nothing was written">
          {failure}
        </Alert>
      )}
      <PaymentPanel payment={sheet.payment} onChange={(part) => change({ payment: { ...sheet.payment, ...part } })} />
      <div
        style={{
          display: 'grid',
          gap: 16,
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 380px), 1fr))',
          alignItems: 'start',
        }}
      >
        <Panel
          title={`Open (${formats().money(data.totals.open)})`}
          actions={
            sheet.amounts.size > 0 && (
              <Button size="compact-xs" variant="default" onClick={() => change({ amounts: new Map() })}>
                Propose again
              </Button>
            )
          }
          flush
        >
          <SettleDebts
            debts={money.debts}
            applied={plan.applied}
            typed={sheet.amounts}
            rests={sheet.rests}
            onAmount={setAmount}
            onRest={setRest}
          />
        </Panel>
        <Panel title="Credits" flush>
          <SettleCredits
            credits={money.credits}
            without={sheet.without}
            parts={plan.parts}
            onToggle={(id) => {
              const without = new Set(sheet.without);
              if (!without.delete(id)) without.add(id);
              change({ without, amounts: new Map() });
            }}
          />
        </Panel>
      </div>
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
        <SettleSums {...plan} />
        <Group gap="sm">
          <TextInput
            aria-label="Note"
            placeholder="Note"
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            w={200}
          />
          <Button onClick={() => void save()} disabled={!canSave} loading={settle.isPending}>
            Settle
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

/** Fields of a received payment. */
function PaymentPanel({ payment, onChange }: { payment: TypedPayment; onChange(part: Partial<TypedPayment>): void }) {
  return (
    <Panel title="Payment">
      <Group align="end" gap="sm">
        <AmountInput
          label="Amount"
          value={payment.amount}
          onAmount={(amount) => onChange({ amount: amount || null })}
          w={130}
          autoFocus
        />
        <Select
          label="Method"
          data={codeOptions(transactionMethodNames)}
          value={payment.methodCode}
          onChange={(value) => onChange({ methodCode: (value ?? 'check') as TransactionMethod })}
          allowDeselect={false}
          w={140}
        />
        <TextInput
          label="Reference"
          placeholder="Check number"
          value={payment.reference}
          onChange={(event) => onChange({ reference: event.currentTarget.value })}
          w={170}
        />
        <DayPicker
          label="Date"
          placeholder="Today"
          value={payment.date}
          onChange={(date) => onChange({ date })}
          maxDate={today()}
          clearable
          w={140}
        />
      </Group>
    </Panel>
  );
}

/** Available, used and remaining amount of the credits. */
function SettleSums({ available, total, left }: { available: number; total: number; left: number }) {
  return (
    <Group gap="lg">
      <Text size="sm">
        Available <Money value={available} />
      </Text>
      <Text size="sm">
        Applied <Money value={total} />
      </Text>
      <Text size="sm" fw={600} c={left < 0 ? 'red' : undefined} aria-live="polite">
        {left < 0 ? 'Too much by' : 'Left over'} <Money value={Math.abs(left)} />
      </Text>
    </Group>
  );
}
