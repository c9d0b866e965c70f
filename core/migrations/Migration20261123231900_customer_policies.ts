import { Migration } from '@mikro-orm/migrations';

/** Tables that portal customers see their own rows of, and the column that says whose a row is. */
const columns = {
  party: 'id',
  party_address: 'party_id',
  search_document: 'customer_id',
};

/** The same policies in words of which the planner does not believe that they leave one row in a hundred. */
export class Migration20261123231900_customer_policies extends Migration {
  override name = 'Migration20261123231900_customer_policies';

  override up(): void | Promise<void> {
    for (const [table, column] of Object.entries(columns)) {
      const own = `case when current_setting('app.customer_id') = '' then true
        else ${column} = current_setting('app.customer_id') end`;
      this.addSql(`alter policy ${table}_customer on core.${table} using (${own}) with check (${own});`);
    }
  }
}
