import {
  DateField,
  ErrorState,
  FormRow,
  FormScreen,
  FormSection,
  LineTable,
  LoadingState,
  NoteField,
  RecordSelect,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { z } from 'zod';
import {
  createProductionRun,
  createProductionRunBody,
  getProductionRun,
  listProductionRunBatches,
  listProductionRuns,
  planBatchesBody,
  putProductionRunBatches,
  updateProductionRun,
  updateProductionRunBody,
} from '../../contracts/index.ts';
import { itemSource, memberSource } from '../record-sources.ts';

/** Planned batches that the form can show. */
const mostShown = 500;

interface BatchLine extends Record<string, unknown> {
  itemID: string;
  quantity: number | null;
  batchSize?: number | null | undefined;
}

// A size that was emptied is none.
const batches = z.preprocess(
  (lines) =>
    Array.isArray(lines)
      ? lines.map(({ batchSize, ...line }: BatchLine) => (batchSize == null ? line : { ...line, batchSize }))
      : lines,
  planBatchesBody,
);
const createSchema = createProductionRunBody.extend({ batches });
const updateSchema = updateProductionRunBody.extend({ batches });

const invalidates = [listProductionRuns, getProductionRun, listProductionRunBatches];

/** A run with what is planned in it; planned batches are replaced, those that were started stay. */
export function ProductionRunFormScreen() {
  const { productionRunID = '' } = useParams();
  const session = useSession();
  const isNew = productionRunID === '';
  const params = { productionRunID };
  const run = useEndpoint(getProductionRun, { params }, { enabled: !isNew, staleTime: 0 });
  const planned = useEndpoint(
    listProductionRunBatches,
    { params, query: { status: ['planned'], take: mostShown } },
    { enabled: !isNew, staleTime: 0 },
  );
  const create = useEndpointMutation(createProductionRun, { invalidates });
  const update = useEndpointMutation(updateProductionRun, { invalidates });
  const plan = useEndpointMutation(putProductionRunBatches, { invalidates });
  const people = useMemo(() => memberSource(session.account?.id ?? ''), [session.account?.id]);
  const { data } = run;
  if (!isNew && (!data || !planned.data)) {
    const error = run.error ?? planned.error;
    return error ? (
      <ErrorState error={error} onRetry={() => void run.refetch()} what="production run" />
    ) : (
      <LoadingState />
    );
  }
  const isLong = (planned.data?.count ?? 0) > mostShown;
  const planOf = (id: string, lines: z.output<typeof batches>) =>
    plan.mutateAsync({ params: { productionRunID: id }, body: lines });
  return (
    <FormScreen
      title={data ? `Run ${data.number}` : 'New production run'}
      back={
        data
          ? { href: `/dashboard/production-runs/${data.id}`, label: `Run ${data.number}` }
          : { href: '/dashboard/production-runs', label: 'production runs' }
      }
      schema={data ? updateSchema : createSchema}
      values={
        data
          ? {
              dueAt: data.dueAt,
              responsibleUserID: data.responsibleUser?.id ?? null,
              notes: data.notes,
              version: data.version,
              batches: (planned.data?.items ?? []).map(({ item, quantity }) => ({
                itemID: item.id,
                quantity: quantity.measure,
              })),
            }
          : { batches: [] }
      }
      canSave={session.can('production_runs:update')}
      onSave={async ({ batches: lines, ...values }) => {
        const saved = data
          ? await update.mutateAsync({ params, body: values })
          : await create.mutateAsync({ body: values });
        if (!isLong) await planOf(saved.id, lines);
        toast.success(`Run ${saved.number} saved`);
        return `/dashboard/production-runs/${saved.id}`;
      }}
    >
      <FormSection title="Production run">
        <FormRow>
          <DateField name="dueAt" label="Due" />
          {session.can('team_users:read') && (
            <RecordSelect name="responsibleUserID" label="Responsible" source={people} clearable />
          )}
        </FormRow>
        <NoteField name="notes" label="Notes" />
      </FormSection>
      <FormSection
        wide
        title="Planned batches"
        description={
          isLong
            ? `There are more than ${mostShown}: delete some on the run's page to plan others here.`
            : "In the item's default unit. Batches begin with the first steps; a size makes several of one line."
        }
      >
        {!isLong && (
          <LineTable<BatchLine>
            name="batches"
            addLabel="Add item"
            newLine={() => ({ itemID: '', quantity: null })}
            columns={[
              { kind: 'record', id: 'itemID', header: 'Item', source: itemSource, width: 260 },
              { kind: 'number', id: 'quantity', header: 'Quantity', width: 140 },
              { kind: 'number', id: 'batchSize', header: 'Batch size', width: 140 },
            ]}
          />
        )}
      </FormSection>
    </FormScreen>
  );
}
