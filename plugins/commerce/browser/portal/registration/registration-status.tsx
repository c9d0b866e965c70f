import { StatusBadge } from '@millwright/core/browser';
import { type RegistrationRequestRow, registrationStates } from '../../../contracts/index.ts';

export const RegistrationStatusBadge = ({ status }: Pick<RegistrationRequestRow, 'status'>) => (
  <StatusBadge tone={registrationStates.tones[status.code]}>{status.name}</StatusBadge>
);

export const registrationStatusOptions = registrationStates.options.filter(({ value }) =>
  registrationStates.is.proven(value),
);
