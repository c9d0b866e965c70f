import { StatusBadge, type StatusTone } from '@millwright/core/browser';
import {
  type RegistrationRequestRow,
  type RegistrationStatus,
  registrationStatusNames,
} from '../../../contracts/index.ts';

const tones: Record<RegistrationStatus, StatusTone> = {
  waiting: 'warning',
  approved: 'success',
  merged: 'success',
  joined: 'success',
  declined: 'neutral',
};

export const RegistrationStatusBadge = ({ status }: Pick<RegistrationRequestRow, 'status'>) => (
  <StatusBadge tone={tones[status.code]}>{status.name}</StatusBadge>
);

export const registrationStatusOptions = Object.entries(registrationStatusNames).map(([value, label]) => ({
  value,
  label,
}));
