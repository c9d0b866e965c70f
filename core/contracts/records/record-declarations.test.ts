import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { crudEndpoints } from '../endpoints/crud.ts';
import { declareDate, declareFlag, fieldTable } from './fields/record-fields.ts';
import { recordDeclarations } from './record-declarations.ts';

const fields = fieldTable({ dueOn: declareDate({ label: 'Due' }), isDone: declareFlag({ label: 'Done' }) });
const dockDoors = crudEndpoints({
  one: 'DockDoor',
  many: 'DockDoors',
  words: ['dock door', 'dock doors'],
  path: '/v1/dock-doors',
  domain: 'dock_doors',
  prefix: 'dkd',
  fields,
  row: { name: z.string(), ...fields.reply },
  sortBy: ['name'],
  body: { name: z.string(), ...fields.input },
});
const rights = { group: 'shipping', description: 'Where trucks stand.', defaults: { user: 'crud' } } as const;
const nav = { section: 'Setup', order: 1 };

describe('a record that is declared once', () => {
  it('has type and place of its own, and takes its fields', () => {
    expect(dockDoors).toMatchObject({ type: 'dock_door', home: '/dashboard/dock-doors', fields });
    expect(dockDoors.createBody.parse({ name: 'A', dueOn: '2026-01-31' })).toEqual({ name: 'A', dueOn: '2026-01-31' });
    expect(dockDoors.updateBody.safeParse({ dueOn: 'soon' }).success).toBe(false);
  });

  it('is changed without its fixed fields', () => {
    const { createBody, updateBody } = crudEndpoints({
      one: 'DockGate',
      many: 'DockGates',
      words: ['dock gate', 'dock gates'],
      path: '/v1/dock-gates',
      domain: 'dock_gates',
      row: { name: z.string(), side: z.string() },
      sortBy: ['name'],
      body: { name: z.string(), side: z.string() },
      fixed: ['side'],
    });
    expect(createBody.safeParse({ name: 'A' }).success).toBe(false);
    expect(updateBody.parse({ name: 'A', version: 1 })).toEqual({ name: 'A', version: 1 });
    expect(updateBody.safeParse({ side: 'north' }).success).toBe(false);
  });

  it('has rights, a record type and four screens', () => {
    const { permissions, records, screens } = recordDeclarations(dockDoors, {
      rights,
      nav,
      formNeeds: ['carriers:read'],
    });
    expect(permissions).toEqual([{ code: 'dock_doors', name: 'Dock doors', ...rights }]);
    expect(records).toEqual([
      {
        type: 'dock_door',
        prefix: 'dkd',
        label: 'Dock door',
        permission: 'dock_doors:read',
        path: '/dashboard/dock-doors/{id}',
      },
    ]);
    expect(screens.map(({ name, path, title, needs }) => [name, path, title, needs])).toEqual([
      ['dock-doors', '/dashboard/dock-doors', 'Dock doors', ['dock_doors:read']],
      ['dock-door-create', '/dashboard/dock-doors/create', 'New dock door', ['dock_doors:create', 'carriers:read']],
      ['dock-door', '/dashboard/dock-doors/:dockDoorID', 'Dock door', ['dock_doors:read']],
      [
        'dock-door-edit',
        '/dashboard/dock-doors/:dockDoorID/edit',
        'Edit dock door',
        ['dock_doors:update', 'carriers:read'],
      ],
    ]);
  });

  it('without a page is changed where it is opened, and leaves rights of others alone', () => {
    const declared = recordDeclarations(dockDoors, { nav, hasPage: false });
    expect('permissions' in declared).toBe(false);
    expect(declared.screens.map(({ name, path, needs }) => [name, path, needs])).toEqual([
      ['dock-doors', '/dashboard/dock-doors', ['dock_doors:read']],
      ['dock-door-create', '/dashboard/dock-doors/create', ['dock_doors:create', 'dock_doors:read']],
      ['dock-door-edit', '/dashboard/dock-doors/:dockDoorID', ['dock_doors:read']],
    ]);
  });

  it('that is edited on its page has no screen for it', () => {
    const { screens } = recordDeclarations(dockDoors, { hasEditScreen: false });
    expect(screens.map(({ name }) => name)).toEqual(['dock-doors', 'dock-door-create', 'dock-door']);
  });

  it('is closed to role types on all screens', () => {
    const { screens } = recordDeclarations(dockDoors, { nav, blockedFor: ['sales_rep'] });
    expect(screens.map(({ blockedFor }) => blockedFor)).toEqual(Array.from({ length: 4 }, () => ['sales_rep']));
  });

  it('says the prefix of its ids', () => {
    expect(() => recordDeclarations({ ...dockDoors, prefix: undefined }, { nav })).toThrow('prefix');
  });
});
