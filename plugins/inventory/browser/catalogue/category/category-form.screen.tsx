import {
  ErrorState,
  FormScreen,
  FormSection,
  LoadingState,
  NoteField,
  RecordSelect,
  SelectField,
  TextField,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useParams } from 'react-router';
import {
  type Category,
  createCategory,
  createCategoryBody,
  getCategory,
  listCategories,
  updateCategory,
  updateCategoryBody,
} from '../../../contracts/index.ts';
import { unitGroupSource } from '../../record-sources.ts';
import { itemReads } from '../item/item-kinds.ts';
import { propertySource } from '../item/item-sources.ts';
import { categoryTypeName, categoryTypeOptions } from './category-text.ts';

const valuesOf = ({ name, notes, unitGroup, properties, version }: Category) => ({
  name,
  notes,
  unitGroupID: unitGroup?.id ?? null,
  propertyIDs: properties.map(({ id }) => id),
  version,
});

export function CategoryFormScreen() {
  const { categoryID } = useParams();
  const session = useSession();
  const category = useEndpoint(
    getCategory,
    { params: { categoryID: categoryID ?? '' } },
    { enabled: Boolean(categoryID) },
  );
  const create = useEndpointMutation(createCategory, { invalidates: [listCategories] });
  const update = useEndpointMutation(updateCategory, { invalidates: [listCategories, getCategory, ...itemReads] });
  if (categoryID && !category.data)
    return category.error ? (
      <ErrorState error={category.error} onRetry={() => void category.refetch()} what="category" />
    ) : (
      <LoadingState />
    );
  const { data } = category;
  return (
    <FormScreen
      title={data?.name ?? 'New category'}
      back={
        data
          ? { href: `/dashboard/categories/${data.id}`, label: data.name }
          : { href: '/dashboard/categories', label: 'categories' }
      }
      schema={data ? updateCategoryBody : createCategoryBody}
      values={data ? valuesOf(data) : { name: '', type: 'product' as const }}
      canSave={session.can(data ? 'categories:update' : 'categories:create')}
      onSave={async (values) => {
        const saved = data
          ? await update.mutateAsync({ params: { categoryID: data.id }, body: values })
          : await create.mutateAsync({ body: createCategoryBody.parse(values) });
        toast.success(`${saved.name} saved`);
        return `/dashboard/categories/${saved.id}`;
      }}
    >
      <FormSection
        title="Category"
        {...(data ? { description: `Sorts ${categoryTypeName(data.type).toLowerCase()}` } : {})}
      >
        <TextField name="name" label="Name" required autoFocus={!data} />
        {!data && <SelectField name="type" label="Sorts" options={categoryTypeOptions} required />}
        <NoteField name="notes" label="Notes" />
      </FormSection>
      <FormSection title="Its items" description="What new items of the category begin with">
        <RecordSelect
          name="propertyIDs"
          label="Properties"
          description="What they are described by: color, size, material"
          source={propertySource}
          multiple
        />
        <RecordSelect
          name="unitGroupID"
          label="Unit group"
          description="What they are measured in"
          source={unitGroupSource}
          clearable
        />
      </FormSection>
    </FormScreen>
  );
}
