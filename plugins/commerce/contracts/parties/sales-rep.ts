import { idOf, namedRecord, referencedKind } from '@millwright/core/contracts';
import { z } from 'zod';

/** Sales reps as references: members of the team; ids are those of memberships. */
export const salesRepKind = referencedKind({
  type: 'sales_rep',
  record: 'member',
  noun: 'sales rep',
  id: idOf('mem', 'Sales rep is required'),
  shown: namedRecord.extend({ email: z.string() }),
  by: ['name', 'email'],
  needs: 'team_users:read',
});
