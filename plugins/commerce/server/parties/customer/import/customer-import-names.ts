import { referencedKinds } from '@millwright/core/contracts';
import { type AccountContext, type NamedRecords, namedRecords } from '@millwright/core/server';
import { customerReferences, priceGroupKind } from '../../../../contracts/index.ts';
import { referenceTables } from '../../reference-tables.ts';

const kinds = [...referencedKinds(customerReferences), priceGroupKind];

/** All records that customers may refer to by name, in one statement. */
export const customerImportNames = (ctx: AccountContext): Promise<NamedRecords> =>
  namedRecords(ctx, kinds, referenceTables);
