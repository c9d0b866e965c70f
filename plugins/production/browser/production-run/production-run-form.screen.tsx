import {
  DateField,
  FormRow,
  FormSection,
  LineTable,
  NoteField,
  RecordForm,
  RecordSelect,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { z } from 'zod';
import {
  createProductionRunBody,
  listProductionRunBatches,
  planBatchesBody,
  productionRuns,
  putProductionRunBatches,
  updateProductionRunBody,
} from '../../contracts/index.ts';
import { itemSource, memberSource } from '../record-sources.ts';

/** Largest number of planned batches in the form. */
const mostShown = 500;

interface BatchLine extends Record<string, unknown> {
  itemID: string;
  quantity: number | null;
  batchSize?: number | null | undefined;
}

// An emptied batch size counts as absent.
const batches = z.preprocess(
  (lines) =>
    Array.isArray(lines)
      ? lines.map(({ batchSize, ...line }: BatchLine) => (batchSize == null ? line : { ...line, batchSize }))
      : lines,
  planBatchesBody,
);
const record = {
  ...productionRuns,
  createBody: createProductionRunBody.extend({ batches }),
  updateBody: updateProductionRunBody.extend({ batches }),
};

/** A run with its planned batches. Saving replaces the planned batches; started ones stay. */
export function ProductionRunFormScreen() {
  const { productionRunID = '' } = useParams();
  const session = useSession();
  const planned = useEndpoint(
    listProductionRunBatches,
    { params: { productionRunID }, query: { status: ['planned'], take: mostShown } },
    { enabled: productionRunID !== '', staleTime: 0 },
  );
  const plan = useEndpointMutation(putProductionRunBatches);
  const people = useMemo(() => memberSource(session.account?.id ?? ''), [session.account?.id]);
  const isLong = (planned.data?.count ?? 0) > mostShown;
  return (
    <RecordForm
      record={record}
      staleTime={0}
      waitsFor={productionRunID ? [planned] : []}
      // Planning is an update of the run, even for a new run.
      needs={['production_runs:update']}
      name={({ number }) => `Run ${number}`}
      blank={{ batches: [] }}
      values={() => ({
        batches: (planned.data?.items ?? []).map(({ item, quantity }) => ({
          itemID: item.id,
          quantity: quantity.measure,
        })),
      })}
      save={async (send, { batches: lines, ...values }) => {
        const saved = await send(values);
        if (!isLong) await plan.mutateAsync({ params: { productionRunID: saved.id }, body: lines });
        return saved;
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
    </RecordForm>
  );
}
