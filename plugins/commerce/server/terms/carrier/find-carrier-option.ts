import type { FoundReference, NamedRecords } from '@millwright/core/server';
import { carrierOptionKind } from '../../../contracts/index.ts';

/** A service by name or code: of the given carrier, else preferably of the usual one. */
export function findCarrierOption(
  names: NamedRecords,
  text: string,
  carrierID: string | null | undefined,
  usualCarrierID: string | null | undefined,
): FoundReference {
  const all = names.all(carrierOptionKind, text);
  if (!all.length) return names.find(carrierOptionKind, text);
  if (carrierID) {
    const record = all.find((option) => option.withinID === carrierID);
    return record ? { record } : { message: 'The option belongs to another carrier', isMissing: false };
  }
  const usual = all.filter((option) => option.withinID === usualCarrierID);
  const [record, other] = usual.length ? usual : all;
  if (record && !other) return { record };
  const carriers = all.map((option) => names.byID.get(option.withinID ?? '')?.name).join(', ');
  return { message: `Several carriers have an option ${text}: ${carriers}. Give the carrier too`, isMissing: false };
}
