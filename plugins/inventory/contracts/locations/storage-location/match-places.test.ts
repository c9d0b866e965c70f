import { describe, expect, it } from 'vitest';
import { matchPlaces } from './match-places.ts';

const paths = [
  ['Mill'],
  ['Mill', 'Tool crib'],
  ['Mill', 'Tool crib', 'A', '2'],
  ['Mill', 'Tool crib', 'C'],
  ['Mill', 'Tool crib', 'C', '1'],
  ['Mill', 'Tool crib', 'C', '2'],
  ['Mill', 'Tool crib', 'C', '20'],
  ['Mill', 'Crib of tools', 'C', '2'],
  ['Çatı', 'Raf 2'],
];
const found = (text: string): string[] => matchPlaces(paths, text).map((index) => (paths[index] ?? []).join(' / '));

describe('the places that a text means', () => {
  it('have its words in order, whole ones first, each its own', () => {
    expect(found('tool crib c 2')).toEqual(['Mill / Tool crib / C / 2', 'Mill / Tool crib / C / 20']);
    expect(found('crib c')[0]).toBe('Mill / Tool crib / C');
    expect(found('mill')[0]).toBe('Mill');
    expect(found('c 2')[0]).toBe('Mill / Tool crib / C / 2');
    expect(found('TOOL  crib/a 2')).toEqual(['Mill / Tool crib / A / 2']);
    expect(found('çatı 2')).toEqual(['Çatı / Raf 2']);
  });

  it('are none for words in another order, inside of words, or used twice', () => {
    for (const text of ['2 c', 'rib', 'crib crib', 'mill mill', 'tool crib d']) expect(found(text), text).toEqual([]);
  });

  it('are all where nothing is said', () => {
    for (const text of ['', ' ', '/']) expect(found(text)).toHaveLength(paths.length);
  });
});
