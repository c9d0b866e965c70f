import { type AccountContext, sql } from '@millwright/core/server';

/** Kinds of what a customer refers to by name. */
export type NamedKind =
  | 'carrier'
  | 'option'
  | 'priority'
  | 'payment_term'
  | 'shipping_term'
  | 'customer_type'
  | 'price_group'
  | 'sales_rep';

/** Something that customers refer to by name. */
export interface NamedCustomer {
  kind: NamedKind;
  id: string;
  name: string;
  /** Its code, or the email address of a person. */
  code: string | null;
  /** Of a carrier's service. */
  carrierID: string | null;
  /** People who left are still the reps of old customers, but nobody gets them any more. */
  isGone: boolean;
}

const squeezed = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '');

/** What people call the kinds in messages. */
const kindNames: Readonly<Record<NamedKind, string>> = {
  carrier: 'carrier',
  option: 'carrier option',
  priority: 'priority',
  payment_term: 'payment term',
  shipping_term: 'shipping term',
  customer_type: 'customer type',
  price_group: 'price group',
  sales_rep: 'sales rep',
};

/** What a text stands for: the record, or why it is none. */
export type Named = { record: NamedCustomer } | { message: string; isMissing: boolean };

/** Everything that customers of the account may refer to by name; found once for a chunk. */
export class CustomerImportNames {
  readonly byID = new Map<string, NamedCustomer>();
  readonly #byText = new Map<string, NamedCustomer[]>();

  constructor(records: readonly NamedCustomer[]) {
    for (const record of records) {
      this.byID.set(record.id, record);
      if (record.isGone) continue;
      const texts = [record.name, ...(record.code ? [record.code] : [])];
      const keys = new Set(texts.flatMap((text) => [`=${text}`, `~${text.toLowerCase()}`, squeezed(text)]));
      for (const key of keys) {
        const known = this.#byText.get(record.kind + key);
        if (known) known.push(record);
        else this.#byText.set(record.kind + key, [record]);
      }
    }
  }

  /** Records of this name or code: as it is written, else without case, else without blanks and dashes as well. */
  all(kind: NamedKind, text: string): readonly NamedCustomer[] {
    return (
      this.#byText.get(`${kind}=${text}`) ??
      this.#byText.get(`${kind}~${text.toLowerCase()}`) ??
      this.#byText.get(kind + squeezed(text)) ??
      []
    );
  }

  /** The one record of this name or code. */
  find(kind: NamedKind, text: string): Named {
    const [record, other] = this.all(kind, text);
    if (!record) return { message: `There is no ${kindNames[kind]} ${text}`, isMissing: true };
    if (!other) return { record };
    const hint = kind === 'sales_rep' ? 'give the email address' : 'give the exact name';
    return { message: `Several are called ${text}: ${hint}`, isMissing: false };
  }

  /**
   * A service of this name or code, of the carrier where one is named, else preferably of the one that the customer
   * has.
   */
  findOption(text: string, carrierID: string | undefined, usualCarrierID: string | undefined): Named {
    const all = this.all('option', text);
    if (!all.length) return this.find('option', text);
    if (carrierID !== undefined) {
      const record = all.find((option) => option.carrierID === carrierID);
      return record ? { record } : { message: 'The option belongs to another carrier', isMissing: false };
    }
    const usual = all.filter((option) => option.carrierID === usualCarrierID);
    const [record, other] = usual.length ? usual : all;
    if (record && !other) return { record };
    const carriers = all.map((option) => this.byID.get(option.carrierID ?? '')?.name).join(', ');
    return { message: `Several carriers have an option ${text}: ${carriers}. Give the carrier too`, isMissing: false };
  }
}

/** Loads what customers of the account may refer to, in one statement. */
export async function customerImportNames(ctx: AccountContext): Promise<CustomerImportNames> {
  const account = ctx.account.id;
  const { rows } = await sql<NamedCustomer>`
    select 'carrier' as kind, id, name, code, null as "carrierID", false as "isGone" from commerce.carrier where account_id = ${account}
    union all select 'option', id, name, code, carrier_id, false from commerce.carrier_option where account_id = ${account}
    union all select 'priority', id, name, code, null, false from commerce.priority where account_id = ${account}
    union all select 'payment_term', id, name, code, null, false from commerce.payment_term where account_id = ${account}
    union all select 'shipping_term', id, name, code, null, false from commerce.shipping_term where account_id = ${account}
    union all select type_code, id, name, null, null, false from commerce.account_group where account_id = ${account}
    union all select 'sales_rep', id, name, email, null, removed_at is not null from core.v_members
      where account_id = ${account} and customer_id is null
    order by kind, name, id`.execute(ctx.em.query());
  return new CustomerImportNames(rows);
}
