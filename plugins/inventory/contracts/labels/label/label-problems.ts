import { defineProblems } from '@millwright/core/contracts';

/** Refusals of label printing. */
export const labelProblems = defineProblems({
  label_too_small: { status: 400, message: 'The barcode does not fit this label; take a larger one, or a QR code' },
});
