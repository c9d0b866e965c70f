import { Button, NativeSelect, SegmentedControl, Switch } from '@mantine/core';
import {
  EmptyState,
  formats,
  Icon,
  ListScreen,
  LoadingState,
  PendingState,
  useEndpoint,
  useSession,
} from '@millwright/core/browser';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { type ReactNode, useState } from 'react';
import { listProductVariations, listProperties, type ProductGroup } from '../../../../contracts/index.ts';
import { groupVariationColumns, variationName } from './variation-columns.tsx';
import { VariationDialog } from './variation-dialog.tsx';
import classes from './variation-grid.module.css';
import { type VariationFigure, VariationGrid } from './variation-grid.tsx';
import { gapsOf, layoutOf, matrixOf } from './variation-matrix.ts';
import { knownPattern } from './variation-pattern.ts';

/** The largest page of the endpoint. */
const most = 500;

const figures: { value: VariationFigure; label: string }[] = [
  { value: 'onHand', label: 'On hand' },
  { value: 'availableToPromise', label: 'Available' },
  { value: 'reserved', label: 'Reserved' },
];

const empty = {
  title: 'No variations yet',
  text: 'Products of the group appear here by their attributes.',
  icon: 'layers',
} as const;

/** The variations of a group as a grid of two of its properties, or as a list. The address holds the layout. */
export function GroupVariations({ group }: { group: ProductGroup }) {
  const [{ layout, rows, columns }, setLook] = useQueryStates({
    layout: parseAsStringLiteral(['grid', 'list']).withDefault('grid'),
    rows: parseAsString,
    columns: parseAsString,
  });
  const looks = (
    <SegmentedControl
      size="xs"
      aria-label="Show variations as"
      value={layout}
      onChange={(value) => void setLook({ layout: value as typeof layout })}
      data={[
        { value: 'grid', label: 'Grid' },
        { value: 'list', label: 'List' },
      ]}
    />
  );
  if (layout === 'list')
    return (
      <ListScreen
        embedded
        name="group-variations"
        title="Variations"
        endpoint={listProductVariations}
        fixedQuery={{ productGroupIDs: [group.id] }}
        columns={groupVariationColumns}
        rowLabel={variationName}
        actions={looks}
        empty={empty}
      />
    );
  return (
    <Matrix
      group={group}
      wanted={{ ...(rows ? { rowID: rows } : {}), columnID: columns }}
      onTurn={(turned) => void setLook({ rows: turned.rowID, columns: turned.columnID })}
      looks={looks}
    />
  );
}

function Matrix(props: {
  group: ProductGroup;
  wanted: { rowID?: string; columnID: string | null };
  onTurn(layout: { rowID: string; columnID: string | null }): void;
  looks: ReactNode;
}) {
  const { group } = props;
  const { can } = useSession();
  const { number } = formats();
  const canCreate = can('products:create') && can('categories:read');
  const [slices, setSlices] = useState<Readonly<Record<string, string>>>({});
  const [figure, setFigure] = useState<VariationFigure>('onHand');
  const [showsAll, setShowsAll] = useState(false);
  const [making, setMaking] = useState<Record<string, readonly string[]> | null>(null);
  const variations = useEndpoint(listProductVariations, { query: { productGroupIDs: [group.id], take: most } });
  const properties = useEndpoint(
    listProperties,
    { query: { productGroupID: group.id, take: 10 } },
    { enabled: can('categories:read') },
  );
  if (!variations.data) return <PendingState query={variations} what="variations" lines={6} />;
  const { items, count } = variations.data;
  const layout = layoutOf(group, { ...props.wanted, slices });
  // A group without products shows all possible combinations.
  const withUnused = canCreate && (showsAll || items.length === 0);
  const matrix = matrixOf(group, items, layout, withUnused ? (properties.data?.items ?? []) : []);
  const isEmpty = matrix.rows.length === 0 || matrix.columns.length === 0;
  if (isEmpty && withUnused && properties.isPending) return <LoadingState lines={6} />;
  const others = group.properties.filter(({ id }) => id !== layout.rowID);
  const choices = (list: readonly { id: string; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <div className={classes['bar']}>
        {group.properties.length > 2 && (
          <>
            <NativeSelect
              size="xs"
              label="Down"
              data={choices(group.properties)}
              value={layout.rowID}
              onChange={(event) => props.onTurn({ rowID: event.currentTarget.value, columnID: layout.columnID })}
            />
            <NativeSelect
              size="xs"
              label="Across"
              data={choices(others)}
              value={layout.columnID ?? ''}
              onChange={(event) => props.onTurn({ rowID: layout.rowID, columnID: event.currentTarget.value })}
            />
          </>
        )}
        {matrix.slices.map(({ property, options, chosen }) => (
          <NativeSelect
            key={property.id}
            size="xs"
            label={property.name}
            data={choices(options)}
            value={chosen}
            onChange={(event) => setSlices({ ...slices, [property.id]: event.currentTarget.value })}
          />
        ))}
        {!isEmpty && (
          <NativeSelect
            size="xs"
            label="Figure"
            data={figures}
            value={figure}
            onChange={(event) => setFigure(event.currentTarget.value as VariationFigure)}
          />
        )}
        {layout.columnID !== null && (
          <Button
            size="xs"
            variant="default"
            onClick={() => props.onTurn({ rowID: layout.columnID ?? '', columnID: layout.rowID })}
          >
            Swap rows and columns
          </Button>
        )}
        <div className={classes['end']}>
          {canCreate && items.length > 0 && (
            <Switch
              size="xs"
              label="Attributes that no product has"
              checked={showsAll}
              onChange={(event) => setShowsAll(event.currentTarget.checked)}
            />
          )}
          {canCreate && matrix.gapCount > 0 && (
            <Button
              size="xs"
              variant="default"
              leftSection={<Icon name="plus" size={14} />}
              onClick={() => setMaking(gapsOf(group, matrix))}
            >
              Create {number(matrix.gapCount)} missing
            </Button>
          )}
          {props.looks}
        </div>
      </div>
      {isEmpty ? (
        <EmptyState {...empty} />
      ) : (
        <VariationGrid
          group={group}
          matrix={matrix}
          layout={layout}
          figure={figure}
          onCreate={
            canCreate
              ? (attributes) =>
                  setMaking(
                    Object.fromEntries(Object.entries(attributes).map(([id, attributeID]) => [id, [attributeID]])),
                  )
              : undefined
          }
        />
      )}
      {count > items.length && (
        <p className={classes['hint']}>
          The first {number(items.length)} of {number(count)} variations; what seems to be missing may be among the
          others, which the list has.
        </p>
      )}
      {making && (
        <VariationDialog
          group={group}
          chosen={making}
          skuPattern={knownPattern(items)}
          onClose={() => setMaking(null)}
        />
      )}
    </>
  );
}
