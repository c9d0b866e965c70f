import { definePlugin } from '@millwright/core/server';

export default definePlugin({
  id: 'edi',
  title: 'EDI',
  description: 'Files of trading partners: X12 interchanges are read, checked and acknowledged.',
  isDomain: true,
  parts: [],
});
