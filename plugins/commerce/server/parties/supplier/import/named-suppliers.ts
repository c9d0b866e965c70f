import { type AccountContext, sql } from '@millwright/core/server';

/** A supplier that files name, with the values that documents copy from it. */
export interface NamedSupplier {
  id: string;
  number: string;
  name: string;
  isActive: boolean;
  paymentTermID: string | null;
}

export interface NamedSuppliers {
  byNumber: ReadonlyMap<string, NamedSupplier>;
  /** By lower-case name; several may have the same name. */
  byName: ReadonlyMap<string, readonly NamedSupplier[]>;
}

/** Suppliers that these texts may name: by number, and by name in any case. */
export async function namedSuppliers(ctx: AccountContext, texts: readonly string[]): Promise<NamedSuppliers> {
  const wanted = [...new Set(texts)];
  const { rows } = await sql<NamedSupplier>`select id, number, name, is_active as "isActive",
      default_payment_term_id as "paymentTermID" from commerce.supplier
    where account_id = ${ctx.account.id} and (number = any(${wanted}::text[]) or name = any(${wanted}::text[])
      or lower(name) = any(${wanted.map((name) => name.toLowerCase())}::text[]))
    order by number`.execute(ctx.em.query());
  return {
    byNumber: new Map(rows.map((supplier) => [supplier.number, supplier])),
    byName: Map.groupBy(rows, ({ name }) => name.toLowerCase()),
  };
}

/** The supplier with this number, else with a name that only one supplier has. */
export function supplierOf(
  text: string,
  { byNumber, byName }: NamedSuppliers,
  fault: (message: string) => void,
): NamedSupplier | undefined {
  const numbered = byNumber.get(text);
  if (numbered) return numbered;
  const all = byName.get(text.toLowerCase()) ?? [];
  const exact = all.filter(({ name }) => name === text);
  const [found, ...others] = exact.length ? exact : all;
  if (!found) fault(`There is no supplier ${text}`);
  else if (others.length) fault(`${others.length + 1} suppliers are called ${text}: give the number`);
  return others.length ? undefined : found;
}
