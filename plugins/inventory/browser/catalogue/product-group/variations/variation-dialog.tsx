import {
  Alert,
  Button,
  Group,
  Modal,
  MultiSelect,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import {
  ApiError,
  ErrorState,
  RecordPicker,
  StatusBadge,
  type StatusTone,
  toast,
  useEndpoint,
  useEndpointMutation,
} from '@millwright/core/browser';
import type { EndpointAnswer } from '@millwright/core/contracts';
import { type FormEvent, useState } from 'react';
import {
  createVariations,
  getUnitGroup,
  listProperties,
  type ProductGroup,
  type Property,
} from '../../../../contracts/index.ts';
import { productLineSource, unitGroupSource } from '../../../record-sources.ts';
import { AttributeBadge } from '../../item/form/attribute-badge.tsx';
import classes from '../../item/item.module.css';
import { categorySources } from '../../item/item-sources.ts';
import { RecordLink } from '../../item/record-link.tsx';
import { combinationCount, startingPattern } from './variation-pattern.ts';

const outcomes: Record<'create' | 'exists' | 'refused', [StatusTone, string]> = {
  create: ['success', 'New'],
  exists: ['neutral', 'Exists'],
  refused: ['danger', 'Refused'],
};

interface VariationFormProps {
  group: ProductGroup;
  properties: readonly Property[];
  /** Initially chosen attributes by property. */
  chosen: Readonly<Record<string, readonly string[]>> | undefined;
  skuPattern: string | undefined;
  onClose(): void;
}

/** Common fields of the new products; missing fields are set from the category and the product line. */
interface CommonFields {
  unitValue?: number;
  unitCost?: number;
  unitGroupID?: string;
  defaultUnitID?: string;
  productLineID?: string;
  categoryID?: string;
}

function CommonOfVariations({ common, onChange }: { common: CommonFields; onChange(common: CommonFields): void }) {
  const { unitGroupID = '' } = common;
  const units = useEndpoint(getUnitGroup, { params: { unitGroupID } }, { enabled: unitGroupID !== '' });
  const set = (name: keyof CommonFields, value: string | number | null) => {
    const { [name]: _, ...others } = common;
    onChange(value === null || value === '' ? others : { ...others, [name]: value });
  };
  const price = (name: 'unitValue' | 'unitCost', label: string) => (
    <NumberInput
      label={label}
      value={common[name] ?? ''}
      onChange={(value) => set(name, value === '' ? null : Number(value))}
      min={0}
      decimalScale={6}
      hideControls
    />
  );
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {price('unitValue', 'Price')}
      {price('unitCost', 'Cost')}
      <RecordPicker
        label="Unit group"
        source={unitGroupSource}
        value={common.unitGroupID ?? null}
        onPick={(id) => {
          const { unitGroupID: _group, defaultUnitID: _unit, ...others } = common;
          onChange(id ? { ...others, unitGroupID: id } : others);
        }}
        clearable
      />
      <Select
        label="Unit"
        data={(units.data?.conversions ?? []).map(({ unit }) => ({ value: unit.id, label: unit.name }))}
        value={common.defaultUnitID ?? null}
        onChange={(id) => set('defaultUnitID', id)}
        disabled={unitGroupID === ''}
        placeholder={units.data?.baseUnit.name ?? 'As the group says'}
        clearable
      />
      <RecordPicker
        label="Product line"
        source={productLineSource}
        value={common.productLineID ?? null}
        onPick={(id) => set('productLineID', id)}
        clearable
      />
      <RecordPicker
        label="Category"
        source={categorySources.product}
        value={common.categoryID ?? null}
        onPick={(id) => set('categoryID', id)}
        clearable
      />
    </SimpleGrid>
  );
}

interface AttributesFieldProps {
  label: string;
  attributes: Property['attributes'];
  chosen: readonly string[];
  /** The first field gets the focus. */
  isFirst: boolean;
  onChange(attributeIDs: string[]): void;
}

/** Chooses attributes of a property. */
function AttributesField({ label, attributes, chosen, isFirst, onChange }: AttributesFieldProps) {
  return (
    <MultiSelect
      label={label}
      {...(isFirst ? { 'data-autofocus': true } : {})}
      data={attributes.map(({ id, name }) => ({ value: id, label: name }))}
      value={[...chosen]}
      onChange={onChange}
      renderOption={({ option }) => {
        const attribute = attributes.find(({ id }) => id === option.value);
        return (
          attribute && (
            <Group justify="space-between" flex={1}>
              <AttributeBadge attribute={attribute} />
              <Text size="xs" c="dimmed">
                {attribute.code}
              </Text>
            </Group>
          )
        );
      }}
      searchable
      hidePickedOptions
      nothingFoundMessage="Nothing found"
    />
  );
}

/** The preview: products to be created, and refused ones. */
function VariationPreview({ answer }: { answer: EndpointAnswer<typeof createVariations> }) {
  return (
    <div aria-live="polite">
      <Text size="sm" mb="xs">
        {answer.createCount} new, {answer.existsCount} exist, {answer.refusedCount} refused
      </Text>
      <Table.ScrollContainer minWidth={420} maxHeight={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label="Preview of the variations" stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Variation</Table.Th>
              <Table.Th>SKU</Table.Th>
              <Table.Th>What happens</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {answer.items.map((item) => {
              const [tone, name] = outcomes[item.outcome];
              return (
                <Table.Tr key={item.attributes.map(({ id }) => id).join()}>
                  <Table.Td>
                    <span className={classes['attributes']}>
                      {item.attributes.map((attribute) => (
                        <AttributeBadge key={attribute.id} attribute={attribute} />
                      ))}
                    </span>
                  </Table.Td>
                  <Table.Td>
                    {item.itemID ? (
                      <RecordLink to={`/dashboard/products/${item.itemID}`}>{item.sku}</RecordLink>
                    ) : (
                      item.sku
                    )}
                  </Table.Td>
                  <Table.Td>
                    <StatusBadge tone={tone}>{name}</StatusBadge> {item.reason}
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}

/** Attributes per property and name patterns; a preview shows the products before they are created. */
function VariationForm({ group, properties, onClose, ...start }: VariationFormProps) {
  const [chosen, setChosen] = useState<Readonly<Record<string, readonly string[]>>>(start.chosen ?? {});
  const [skuPattern, setSKU] = useState(() => start.skuPattern ?? startingPattern(group));
  const [descriptionPattern, setDescription] = useState(
    () => `${group.name}, ${group.properties.map(({ name }) => `{${name}}`).join(', ')}`,
  );
  const [common, setCommon] = useState<CommonFields>({});
  const [error, setError] = useState<string | null>(null);
  const preview = useEndpointMutation(createVariations);
  const create = useEndpointMutation(createVariations);
  const count = combinationCount(group.properties.map(({ id }) => chosen[id]?.length ?? 0));
  const input = (isDryRun: boolean) => ({
    params: { productGroupID: group.id },
    body: {
      properties: group.properties.map(({ id }) => ({ propertyID: id, attributeIDs: [...(chosen[id] ?? [])] })),
      skuPattern,
      descriptionPattern,
      product: common,
      isDryRun,
    },
  });
  const run = async (isDryRun: boolean) => {
    setError(null);
    try {
      if (isDryRun) return void (await preview.mutateAsync(input(true)));
      const made = await create.mutateAsync(input(false));
      toast.success(made.createCount === 1 ? '1 product created' : `${made.createCount} products created`);
      onClose();
    } catch (failure) {
      const first = failure instanceof ApiError ? failure.errors[0]?.message : undefined;
      setError(first ?? (failure instanceof Error ? failure.message : String(failure)));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void run(true);
  };
  // A preview belongs to the values it was made for; a later change needs a new preview.
  const change = (set: () => void) => {
    preview.reset();
    set();
  };
  const answer = preview.data;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {group.properties.map(({ id, name }, index) => (
          <AttributesField
            key={id}
            label={name}
            attributes={properties.find((property) => property.id === id)?.attributes ?? []}
            chosen={chosen[id] ?? []}
            isFirst={index === 0}
            onChange={(ids) => change(() => setChosen({ ...chosen, [id]: ids }))}
          />
        ))}
        <TextInput
          label="SKU pattern"
          description="Names of properties in braces become the codes of their attributes, else their names"
          value={skuPattern}
          onChange={(event) => {
            const { value } = event.currentTarget;
            change(() => setSKU(value));
          }}
        />
        <TextInput
          label="Description pattern"
          value={descriptionPattern}
          onChange={(event) => {
            const { value } = event.currentTarget;
            change(() => setDescription(value));
          }}
        />
        <CommonOfVariations common={common} onChange={(next) => change(() => setCommon(next))} />
        {error && (
          <Alert color="red" role="alert">
            {error}
          </Alert>
        )}
        {answer && <VariationPreview answer={answer} />}
        <Group justify="flex-end" gap="xs">
          <Text size="sm" c="dimmed" mr="auto">
            {count === 1 ? '1 combination' : `${count} combinations`}
          </Text>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={answer ? 'default' : 'filled'} loading={preview.isPending}>
            Preview
          </Button>
          {answer && answer.createCount > 0 && (
            <Button onClick={() => void run(false)} loading={create.isPending}>
              Create {answer.createCount}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** Creates the missing products of a group. */
export function VariationDialog(props: {
  group: ProductGroup;
  /** Initially chosen attributes by property. */
  chosen?: Readonly<Record<string, readonly string[]>>;
  skuPattern?: string | undefined;
  onClose(): void;
}) {
  const { group, onClose } = props;
  const properties = useEndpoint(listProperties, { query: { productGroupID: group.id, take: 10 } });
  // Opened after its fields are loaded, so that the first field gets the focus.
  return (
    <Modal
      opened={!properties.isPending}
      onClose={onClose}
      size="lg"
      title={<Text fw={600}>Create variations of {group.name}</Text>}
    >
      {properties.data && (
        <VariationForm
          group={group}
          properties={properties.data.items}
          chosen={props.chosen}
          skuPattern={props.skuPattern}
          onClose={onClose}
        />
      )}
      {properties.error && (
        <ErrorState error={properties.error} onRetry={() => void properties.refetch()} what="properties" />
      )}
    </Modal>
  );
}
