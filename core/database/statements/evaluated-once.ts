import { type RawBuilder, sql } from 'kysely';

/**
 * A select as an item of FROM, to be followed by its alias, that PostgreSQL evaluates only once. Without it a plan that
 * was made while its tables were empty may evaluate the select again for each row that it is joined to.
 */
export const evaluatedOnce = <Row>(select: RawBuilder<Row>): RawBuilder<Row> =>
  sql<Row>`(with once as materialized (${select}) table once)`;
