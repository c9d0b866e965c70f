import { sql } from '@millwright/core/server';
import { kernelOf, type OwnKernel, type TestKernel, type TestPerson, violationsOf } from '@millwright/core/testing';
import { createProduct, listUnitGroups, materialEndpoints } from '@millwright/inventory/contracts';
import inventory from '@millwright/inventory/server';
import commerce from '../../../plugin.ts';

/** An account with a few items, for tests of suppliers. */
export interface SupplierFixture {
  kernel: TestKernel;
  admin: TestPerson;
  /** A material, counted in eaches and dozens. */
  hide: { id: string };
  /** A product, sold in pairs. */
  glove: { id: string };
  /** Ids of units by name. */
  unit(name: string): string;
  /** Violated invariants of commerce in the account, with the violating rows. */
  violations(): Promise<string[]>;
}

/** Boots inventory and commerce with two items. */
export async function supplierFixture(own?: OwnKernel): Promise<SupplierFixture> {
  const kernel = await kernelOf([inventory, commerce], own);
  const admin = await kernel.a.as('admin');
  const groups = await admin.call(listUnitGroups, { query: { take: 500 } });
  const groupID = (name: string) => groups.items.find((group) => group.name === name)?.id ?? '';
  const units = await kernel.a.run(async (ctx) => {
    const { rows } = await sql<{ id: string; name: string }>`select id, name from inventory.v_units
      where account_id = ${ctx.account.id}`.execute(ctx.em.query());
    return new Map(rows.map(({ id, name }) => [name, id]));
  });
  const hide = await admin.call(materialEndpoints.create, {
    body: { sku: 'HIDE', description: 'Cow hide', unitGroupID: groupID('Count') },
  });
  const glove = await admin.call(createProduct, {
    body: { sku: 'GLOVE', description: 'Leather glove', unitGroupID: groupID('Pairs') },
  });
  return {
    kernel,
    admin,
    hide,
    glove,
    unit: (name) => units.get(name) ?? '',
    violations: () => violationsOf(kernel.a, commerce),
  };
}
