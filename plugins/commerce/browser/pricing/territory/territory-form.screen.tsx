import {
  FormRow,
  FormSection,
  NumberField,
  RecordSelect,
  StateField,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import {
  createTerritory,
  createTerritoryBody,
  deleteTerritory,
  getTerritory,
  leastZipcode,
  listTerritories,
  mostZipcode,
  updateTerritory,
  updateTerritoryBody,
} from '../../../contracts/index.ts';
import { productLineSource, salesRepSource } from '../../record-sources.ts';
import { ReferenceForm } from '../../reference-form.tsx';

const invalidates = [listTerritories, getTerritory];
const zip = { min: leastZipcode, max: mostZipcode, decimals: 0, digits: 5 };

export function TerritoryFormScreen() {
  const { territoryID = '' } = useParams();
  const { account } = useSession();
  const reps = useMemo(() => salesRepSource(account?.id ?? ''), [account?.id]);
  const params = { territoryID };
  const territory = useEndpoint(getTerritory, { params }, { enabled: territoryID !== '' });
  const create = useEndpointMutation(createTerritory, { invalidates });
  const update = useEndpointMutation(updateTerritory, { invalidates });
  const remove = useEndpointMutation(deleteTerritory, { invalidates: [listTerritories] });
  return (
    <ReferenceForm
      what="territory"
      list="/dashboard/territories"
      listLabel="territories"
      domain="territories"
      recordType="territory"
      id={territoryID}
      query={territory}
      createSchema={createTerritoryBody}
      updateSchema={updateTerritoryBody}
      blank={{ salesRepID: '' }}
      values={({ salesRep, productLine, state, startZipcode, endZipcode, version }) => ({
        salesRepID: salesRep.id,
        productLineID: productLine?.id ?? null,
        state,
        startZipcode,
        endZipcode,
        version,
      })}
      create={(body) => create.mutateAsync({ body })}
      update={(body) => update.mutateAsync({ params, body })}
      remove={() => remove.mutateAsync({ params })}
    >
      {(found) => (
        <FormSection title="Territory" description="Empty fields let everything in; ZIP codes come before states">
          <RecordSelect name="salesRepID" label="Sales rep" source={reps} required autoFocus={!found} />
          <FormRow>
            <NumberField name="startZipcode" label="First ZIP code" {...zip} />
            <NumberField name="endZipcode" label="Last ZIP code" {...zip} />
          </FormRow>
          <FormRow>
            <StateField name="state" label="State" />
            <RecordSelect name="productLineID" label="Product line" source={productLineSource} clearable />
          </FormRow>
        </FormSection>
      )}
    </ReferenceForm>
  );
}
