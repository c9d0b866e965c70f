import {
  ErrorState,
  FormScreen,
  FormSection,
  LoadingState,
  RecordSelect,
  SwitchField,
  TextField,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useParams } from 'react-router';
import {
  createProductLine,
  createProductLineBody,
  getProductLine,
  listProductLines,
  listProducts,
  updateProductLine,
  updateProductLineBody,
} from '../../../contracts/index.ts';
import { unitGroupSource } from '../../record-sources.ts';

export function ProductLineFormScreen() {
  const { productLineID } = useParams();
  const session = useSession();
  const line = useEndpoint(
    getProductLine,
    { params: { productLineID: productLineID ?? '' } },
    { enabled: Boolean(productLineID) },
  );
  const create = useEndpointMutation(createProductLine, { invalidates: [listProductLines] });
  const update = useEndpointMutation(updateProductLine, {
    invalidates: [listProductLines, getProductLine, listProducts],
  });
  if (productLineID && !line.data)
    return line.error ? (
      <ErrorState error={line.error} onRetry={() => void line.refetch()} what="product line" />
    ) : (
      <LoadingState />
    );
  const { data } = line;
  return (
    <FormScreen
      title={data?.name ?? 'New product line'}
      back={
        data
          ? { href: `/dashboard/product-lines/${data.id}`, label: data.name }
          : { href: '/dashboard/product-lines', label: 'product lines' }
      }
      schema={data ? updateProductLineBody : createProductLineBody}
      values={
        data
          ? {
              name: data.name,
              isCommissionExempt: data.isCommissionExempt,
              isFreightExempt: data.isFreightExempt,
              unitGroupID: data.unitGroup?.id ?? null,
              version: data.version,
            }
          : { name: '', isCommissionExempt: true, isFreightExempt: false }
      }
      canSave={session.can(data ? 'product_lines:update' : 'product_lines:create')}
      onSave={async (values) => {
        const saved = data
          ? await update.mutateAsync({ params: { productLineID: data.id }, body: values })
          : await create.mutateAsync({ body: createProductLineBody.parse(values) });
        toast.success(`${saved.name} saved`);
        return `/dashboard/product-lines/${saved.id}`;
      }}
    >
      <FormSection title="Product line">
        <TextField name="name" label="Name" required autoFocus={!data} />
        <RecordSelect
          name="unitGroupID"
          label="Unit group"
          source={unitGroupSource}
          description="New products of the line are measured in it"
          clearable
        />
      </FormSection>
      <FormSection title="Exemptions">
        <SwitchField
          name="isCommissionExempt"
          label="Commission exempt"
          description="Sales of the line earn no commission"
        />
        <SwitchField
          name="isFreightExempt"
          label="Freight exempt"
          description="The line ships without freight charge"
        />
      </FormSection>
    </FormScreen>
  );
}
