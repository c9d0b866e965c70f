import { listPalletLabelsCommand } from './list-pallet-labels.command.ts';
import { preparePalletLabelsCommand } from './prepare-pallet-labels.command.ts';

export default [listPalletLabelsCommand, preparePalletLabelsCommand];
