import { type FieldValues, fieldTable } from '@millwright/core/contracts';
import { partyTexts } from '../party-texts.ts';

/** Everything of a supplier that stands for itself, and is nothing on a new one. */
export const supplierFields = fieldTable(partyTexts);

export type SupplierFieldValues = FieldValues<typeof supplierFields>;
