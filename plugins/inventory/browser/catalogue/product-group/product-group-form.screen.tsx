import {
  ErrorState,
  FormScreen,
  FormSection,
  LoadingState,
  NoteField,
  RecordSelect,
  TextField,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useParams } from 'react-router';
import {
  createProductGroup,
  createProductGroupBody,
  getProductGroup,
  listProductGroups,
  listProductVariations,
  updateProductGroup,
  updateProductGroupBody,
} from '../../../contracts/index.ts';
import { itemReads } from '../item/item-kinds.ts';
import { productBySkuSource, propertySource } from '../item/item-sources.ts';

export function ProductGroupFormScreen() {
  const { productGroupID } = useParams();
  const session = useSession();
  const group = useEndpoint(
    getProductGroup,
    { params: { productGroupID: productGroupID ?? '' } },
    { enabled: Boolean(productGroupID) },
  );
  const lists = [listProductGroups, listProductVariations, ...itemReads];
  const create = useEndpointMutation(createProductGroup, { invalidates: lists });
  const update = useEndpointMutation(updateProductGroup, { invalidates: [getProductGroup, ...lists] });
  if (productGroupID && !group.data)
    return group.error ? (
      <ErrorState error={group.error} onRetry={() => void group.refetch()} what="product group" />
    ) : (
      <LoadingState />
    );
  const { data } = group;
  return (
    <FormScreen
      title={data?.name ?? 'New product group'}
      back={
        data
          ? { href: `/dashboard/product-groups/${data.id}`, label: data.name }
          : { href: '/dashboard/product-groups', label: 'product groups' }
      }
      schema={data ? updateProductGroupBody : createProductGroupBody}
      values={
        data
          ? {
              name: data.name,
              notes: data.notes,
              propertyIDs: data.properties.map(({ id }) => id),
              version: data.version,
            }
          : { name: '', propertyIDs: [], productIDs: [] }
      }
      canSave={session.can(data ? 'product_groups:update' : 'product_groups:create')}
      onSave={async (values) => {
        const saved = data
          ? await update.mutateAsync({ params: { productGroupID: data.id }, body: values })
          : await create.mutateAsync({ body: createProductGroupBody.parse(values) });
        toast.success(`${saved.name} saved`);
        return `/dashboard/product-groups/${saved.id}`;
      }}
    >
      <FormSection title="Product group">
        <TextField name="name" label="Name" required autoFocus={!data} />
        <RecordSelect
          name="propertyIDs"
          label="Properties"
          description="What its products differ in, at most five; variations are shown in this order"
          source={propertySource}
          multiple
          required
        />
        {!data && session.can('products:read') && (
          <RecordSelect
            name="productIDs"
            label="Products"
            description="They leave the groups they are in"
            source={productBySkuSource}
            multiple
          />
        )}
        <NoteField name="notes" label="Notes" />
      </FormSection>
    </FormScreen>
  );
}
