import { describe, expect, it } from 'vitest';
import type { StorageLocationNode } from '../../../../contracts/index.ts';
import { insideOf, visibleRows } from './tree-rows.ts';

const node = (
  fullName: string,
  parentID: string | null,
  childCount: number,
  reservationState: StorageLocationNode['reservationState'] = 'open',
): StorageLocationNode => ({
  id: fullName,
  name: fullName.split(' / ').at(-1) ?? '',
  type: 'bin',
  parentID,
  depth: fullName.split(' / ').length - 1,
  fullName,
  reservationState,
  holderName: null,
  isDefault: false,
  childCount,
  itemCount: 0,
});

const nodes = [
  node('Crib', null, 2),
  node('Crib / A', 'Crib', 2),
  node('Crib / A / 1', 'Crib / A', 0),
  node('Crib / A / 2', 'Crib / A', 0, 'closed'),
  node('Crib / B', 'Crib', 0),
  node('Yard', null, 1),
  node('Yard / A', 'Yard', 0),
];

const shown = (expanded: string[], search = '', states: string[] = []): string[] =>
  visibleRows(nodes, { expanded: new Set(expanded), search, states }).map(({ node: { id }, isMatch }) =>
    isMatch ? id : `(${id})`,
  );

describe('the rows of a tree', () => {
  it('are the roots, and what is inside open places', () => {
    expect(shown([])).toEqual(['Crib', 'Yard']);
    expect(shown(['Crib'])).toEqual(['Crib', 'Crib / A', 'Crib / B', 'Yard']);
    expect(shown(['Crib', 'Crib / A'])).toEqual(nodes.slice(0, 6).map(({ id }) => id));
    // A place that is expanded inside a collapsed one stays hidden.
    expect(shown(['Crib / A'])).toEqual(['Crib', 'Yard']);
    // An expanded leaf has no rows to show.
    expect(shown(['Crib', 'Crib / B'])).toEqual(['Crib', 'Crib / A', 'Crib / B', 'Yard']);
  });

  it('are what a search finds, with the way to it', () => {
    expect(shown([], 'crib 2')).toEqual(['(Crib)', '(Crib / A)', 'Crib / A / 2']);
    expect(shown([], 'yard')).toEqual(['Yard', 'Yard / A']);
    expect(shown([], 'nowhere')).toEqual([]);
    expect(shown([], '', ['closed'])).toEqual(['(Crib)', '(Crib / A)', 'Crib / A / 2']);
    expect(shown([], 'yard', ['closed'])).toEqual([]);
  });

  it('tell what a place cannot be moved into', () => {
    expect([...insideOf(nodes, 'Crib / A')]).toEqual(['Crib / A', 'Crib / A / 1', 'Crib / A / 2']);
  });
});
