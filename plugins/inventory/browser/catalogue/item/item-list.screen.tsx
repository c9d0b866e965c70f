import {
  type BulkEdit,
  type BulkEditField,
  bulkFields,
  fieldFilters,
  type ListedFilter,
  ListScreen,
  type SystemView,
  selectionBody,
  useClient,
  useSession,
} from '@millwright/core/browser';
import { bulkItemFields, bulkProductFields, commonItemFields, productOnlyFields } from '../../../contracts/index.ts';
import { usePrintLabels } from '../../labels/label/use-print-labels.ts';
import { unitGroupSource } from '../../record-sources.ts';
import { productTypeOptions } from '../product/product-text.tsx';
import { itemColumns } from './item-columns.tsx';
import { type ItemKind, useItemKind } from './item-kinds.ts';
import { attributeOfPropertySource, itemReferenceSources } from './item-sources.ts';

/** Fields of the bulk edit; references only if the person may read them. */
function editedFields(kind: ItemKind, { can }: ReturnType<typeof useSession>): BulkEditField[] {
  const sources = itemReferenceSources(kind.categoryType);
  return [
    { name: 'unitValue', label: 'Price', kind: 'number', hint: 'Of one default unit' },
    { name: 'unitCost', label: 'Cost', kind: 'number', hint: 'Of one default unit' },
    { name: 'orderPoint', label: 'Order point', kind: 'number', hint: 'In default units', isClearable: true },
    { name: 'leadTime', label: 'Lead time', kind: 'number', hint: 'In days', isClearable: true },
    ...(kind.type === 'product'
      ? bulkFields(bulkProductFields, sources, can)
      : bulkFields(bulkItemFields, sources, can)),
  ];
}

const active: SystemView = { id: 'active', name: 'Active', query: 'isActive=true' };
const low: SystemView = { id: 'low', name: 'Below order point', query: 'isBelowOrderPoint=true' };
const lowestMargin: SystemView = {
  id: 'margin',
  name: 'Lowest margin',
  query: 'productTypes=sale&isActive=true&sortBy=margin&sortOrder=asc',
};

const viewsOf = (kind: ItemKind, isPortal: boolean): SystemView[] =>
  isPortal ? [active] : kind.type === 'product' ? [active, low, lowestMargin] : [active, low];

/** Filters of the list; references only if the person may read them. */
function filtersOf(kind: ItemKind, { can, isPortal }: ReturnType<typeof useSession>): ListedFilter[] {
  const isProduct = kind.type === 'product';
  const sources = itemReferenceSources(kind.categoryType);
  const filters: (ListedFilter | false)[] = [
    ...(isProduct ? fieldFilters(productOnlyFields, sources, can) : []),
    ...fieldFilters(commonItemFields, sources, can),
    { name: 'attributeIDs', options: attributeOfPropertySource },
    isProduct && { name: 'productTypes', label: 'Type', options: productTypeOptions },
    'isActive',
    !isPortal && 'isBelowOrderPoint',
    { name: 'unitGroupIDs', options: unitGroupSource },
    { name: 'manufacturers', label: 'Manufacturer' },
    { name: 'isExactMatch', label: 'Match', yes: 'All attributes, whole SKU', no: 'Any attribute' },
    { name: 'startDate', label: 'Created' },
  ];
  return filters.filter((filter) => filter !== false);
}

function ItemList({ kind }: { kind: ItemKind }) {
  const client = useClient();
  const session = useSession();
  const printLabels = usePrintLabels('item');
  const bulkEdit: BulkEdit = {
    one: kind.one,
    several: kind.many,
    needs: `${kind.code}:update`,
    fields: editedFields(kind, session),
    preview: (selection, field, value) =>
      client.call(kind.previewBulkEdit, {
        body: { ...selectionBody(selection, 'itemIDs'), changes: { [field]: value } },
      }),
    run: (selection, field, value) =>
      client.call(kind.bulkEdit, { body: { ...selectionBody(selection, 'itemIDs'), changes: { [field]: value } } }),
  };
  const counted = (count: number): string => (count === 1 ? `1 ${kind.one}` : `${count} ${kind.many}`);
  const create = { label: `New ${kind.one}`, href: `${kind.href}/create` };
  return (
    <ListScreen
      name={kind.code}
      importType={kind.code}
      title={kind.titles}
      endpoint={kind.list}
      searchPlaceholder="SKU, description, manufacturer"
      columns={itemColumns(kind, session.isPortal)}
      filters={filtersOf(kind, session)}
      views={viewsOf(kind, session.isPortal)}
      defaultSort={{ by: 'sku', order: 'asc' }}
      rowHref={(item) => `${kind.href}/${item.id}`}
      rowLabel={(item) => item.sku}
      primaryAction={{ ...create, needs: `${kind.code}:create` }}
      bulkEdit={bulkEdit}
      bulkActions={[
        ...printLabels,
        {
          id: 'delete',
          label: 'Delete',
          icon: 'trash',
          danger: true,
          needs: `${kind.code}:delete`,
          confirm: (count) => ({
            title: `Delete ${counted(count)}?`,
            message: 'What stock, orders or other records refer to stays, and is listed with the reason.',
            confirmLabel: `Delete ${counted(count)}`,
            ...(count > 10 ? { typed: 'delete' } : {}),
          }),
          run: (selection) =>
            client.call(kind.bulkDelete, {
              body: selectionBody(selection, 'itemIDs'),
            }),
        },
      ]}
      empty={{
        title: `No ${kind.many} yet`,
        text: kind.empty,
        icon: 'box',
        ...(session.can(`${kind.code}:create`) ? { action: create } : {}),
      }}
    />
  );
}

export function ItemListScreen() {
  const kind = useItemKind();
  return <ItemList key={kind.code} kind={kind} />;
}
