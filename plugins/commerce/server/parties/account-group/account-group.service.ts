import { newID } from '@millwright/core/contracts';
import {
  type AccountContext,
  type ReferenceKind,
  recordCreated,
  removeRecord,
  type SearchableRecord,
  touched,
  updateRecord,
} from '@millwright/core/server';
import {
  type AccountGroup as AccountGroupReply,
  accountGroupTypeNames,
  type CreateAccountGroupInput,
  listAccountGroups,
  listCustomers,
  type UpdateAccountGroupInput,
} from '../../../contracts/index.ts';
import { AccountGroup } from './account-group.entity.ts';
import { accountGroupByID } from './account-group.queries.ts';

const kind: ReferenceKind<AccountGroup, AccountGroupReply> = {
  type: 'account_group',
  entity: AccountGroup,
  table: 'commerce.account_group',
  lists: [listAccountGroups],
  read: accountGroupByID,
  fields: ['name', 'isCommissionExempt', 'isFreightExempt'],
  subtitle: ({ typeCode }) => accountGroupTypeNames[typeCode],
};

/** Customer types and price groups. */
export class AccountGroupService {
  create(ctx: AccountContext, input: CreateAccountGroupInput): Promise<AccountGroupReply> {
    const group = ctx.em.create(AccountGroup, { id: newID('agr'), ...input });
    return recordCreated(ctx, kind, group.id);
  }

  update(ctx: AccountContext, id: string, input: UpdateAccountGroupInput): Promise<AccountGroupReply> {
    // Its exemptions decide which customers the list's exemption filters find.
    touched(ctx, listCustomers);
    return updateRecord(ctx, kind, id, input);
  }

  remove(ctx: AccountContext, id: string): Promise<undefined> {
    return removeRecord(ctx, kind, id);
  }
}

/** What generic parts ask about groups. */
export const accountGroupRecords: SearchableRecord = {
  type: 'account_group',
  label: async (ctx, id) => (await ctx.em.get(AccountGroup, id)).name,
};
