import { endpointKey, toast, useClient } from '@millwright/core/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  type Attribute,
  getProperty,
  listAttributes,
  listProperties,
  type Property,
  updateAttribute,
} from '../../../contracts/index.ts';
import { attributeOrderChanges, moved } from './attribute-order.ts';

/** Milliseconds without a further move before the order is saved. */
const pause = 400;

/** The order of attributes on the screen; saved after the last move, one save at a time. */
export function useAttributeOrder(property: Property, attributes: readonly Attribute[]) {
  const client = useClient();
  const queries = useQueryClient();
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const saved = useRef(Promise.resolve());
  // The orders on the server; the screen's list is only reloaded after a save.
  const kept = useRef(new Map<string, number>());
  if (!order) kept.current = new Map(attributes.map((attribute) => [attribute.id, attribute.order]));
  const byID = new Map(attributes.map((attribute) => [attribute.id, attribute]));
  const shown = order
    ? [...order.flatMap((id) => byID.get(id) ?? []), ...attributes.filter(({ id }) => !order.includes(id))]
    : attributes;

  const propertyID = property.id;
  useEffect(() => {
    if (!order) return;
    const save = async () => {
      try {
        const held = order.map((id) => ({ id, order: kept.current.get(id) ?? 0 }));
        for (const { id, order: place } of attributeOrderChanges(held)) {
          await client.call(updateAttribute, { params: { propertyID, attributeID: id }, body: { order: place } });
          kept.current.set(id, place);
        }
      } catch (error) {
        toast.error(error);
      }
      await Promise.all(
        [listAttributes, getProperty, listProperties].map((stale) =>
          queries.invalidateQueries({ queryKey: endpointKey(stale) }),
        ),
      );
      setOrder((now) => (now === order ? null : now));
    };
    const timer = setTimeout(() => {
      saved.current = saved.current.then(save);
    }, pause);
    return () => clearTimeout(timer);
  }, [order, client, queries, propertyID]);

  const move = (from: number, to: number): void => {
    if (from === to || to < 0 || to >= shown.length) return;
    setOrder(moved(shown, from, to).map(({ id }) => id));
    setAnnouncement(`${shown[from]?.name} is number ${to + 1} of ${shown.length}`);
  };
  return { shown, move, announcement, isSaving: order !== null };
}
