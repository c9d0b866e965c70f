import { Button, Group, Select, Text } from '@mantine/core';
import { LoadingState, RecordPicker, useEndpoint, useField } from '@millwright/core/browser';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type AttributeSummary, getProperty, listProperties, type Property } from '../../../../contracts/index.ts';
import { attributesOf, propertySource } from '../item-sources.ts';
import { AttributeBadge, Swatch } from './attribute-badge.tsx';

interface PropertySelectProps {
  propertyID: string;
  /** The chosen attribute of this property. */
  chosen: string | null;
  /** The item's attributes when the form was opened: they can be shown before the property is loaded. */
  known: readonly AttributeSummary[];
  isDisabled: boolean;
  onPick(next: string | null): void;
}

/** A select of a property's attributes with their colors. */
function PropertySelect({ propertyID, chosen, known, isDisabled, onPick }: PropertySelectProps) {
  const property = useEndpoint(getProperty, { params: { propertyID } });
  const propertyAttributes = known.filter((attribute) => attribute.property.id === propertyID);
  const name = property.data?.name ?? propertyAttributes[0]?.property.name ?? '';
  const attributes: Property['attributes'] = property.data?.attributes ?? propertyAttributes;
  const isWhole = !property.data || property.data.attributeCount <= attributes.length;
  const colors = new Map([...propertyAttributes, ...attributes].map(({ id, color }) => [id, color]));
  const swatch = <Swatch color={(chosen && colors.get(chosen)) || null} />;
  if (!name) return <LoadingState lines={1} />;
  return isWhole ? (
    <Select
      label={name}
      data={attributes.map((attribute) => ({ value: attribute.id, label: attribute.name }))}
      value={chosen}
      onChange={onPick}
      renderOption={({ option }) => (
        <AttributeBadge attribute={{ name: option.label, color: colors.get(option.value) ?? null }} />
      )}
      leftSection={chosen && colors.get(chosen) ? swatch : undefined}
      placeholder="None"
      searchable
      clearable
      disabled={isDisabled}
      nothingFoundMessage="Nothing found"
    />
  ) : (
    <RecordPicker
      label={name}
      source={attributesOf(propertyID)}
      value={chosen}
      onPick={onPick}
      placeholder="None"
      clearable
      disabled={isDisabled}
    />
  );
}

/**
 * The item's attribute per property: properties of its category, of its present attributes, and others that are added.
 * The value is a list of attribute ids, as in the API.
 */
export function AttributesField({ known }: { known: readonly AttributeSummary[] }) {
  const { value, onChange, isDisabled, input } = useField({ name: 'attributeIDs', label: 'Attributes' });
  const ids = Array.isArray(value) ? (value as string[]) : [];
  const categoryID = useWatch({ name: 'categoryID' }) as string | null | undefined;
  const ofCategory = useEndpoint(
    listProperties,
    { query: { categoryID: categoryID ?? '', take: 100 } },
    { enabled: Boolean(categoryID), keepPrevious: true },
  );
  const [added, setAdded] = useState<readonly string[]>([]);
  const [isAdding, setAdding] = useState(false);
  // Property of each chosen attribute; choices of this form are remembered until the item is loaded again.
  const [places, setPlaces] = useState<ReadonlyMap<string, string>>(
    () => new Map(known.map((attribute) => [attribute.id, attribute.property.id])),
  );
  const properties = [
    ...new Set([
      ...(categoryID ? (ofCategory.data?.items ?? []) : []).map(({ id }) => id),
      ...known.map((attribute) => attribute.property.id),
      ...added,
    ]),
  ];
  const pick = (propertyID: string, next: string | null) => {
    if (next) setPlaces(new Map(places).set(next, propertyID));
    const others = ids.filter((id) => places.get(id) !== propertyID);
    onChange(next ? [...others, next] : others);
  };
  return (
    <>
      {properties.length === 0 && (
        <Text c="dimmed" size="sm">
          {categoryID ? 'The category has no properties.' : 'A category brings its properties along.'}
        </Text>
      )}
      {properties.map((propertyID) => (
        <PropertySelect
          key={propertyID}
          propertyID={propertyID}
          chosen={ids.find((id) => places.get(id) === propertyID) ?? null}
          known={known}
          isDisabled={isDisabled}
          onPick={(next) => pick(propertyID, next)}
        />
      ))}
      {input.error && (
        <Text c="var(--mantine-color-error)" size="sm">
          {input.error}
        </Text>
      )}
      {!isDisabled &&
        (isAdding ? (
          <RecordPicker
            label="Property to add"
            source={propertySource}
            value={null}
            autoFocus
            onPick={(propertyID) => {
              if (propertyID) setAdded([...added, propertyID]);
              setAdding(false);
            }}
          />
        ) : (
          <Group>
            <Button variant="default" onClick={() => setAdding(true)}>
              Add property
            </Button>
          </Group>
        ))}
    </>
  );
}
