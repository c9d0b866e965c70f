import { definePart, service } from '@millwright/core/server';
import {
  accountGroupPermissions,
  accountGroupRecordTypes,
  accountGroupScreens,
  accountGroupsView,
} from '../../../contracts/index.ts';
import { AccountGroup } from './account-group.entity.ts';
import { accountGroupRoutes } from './account-group.routes.ts';
import { AccountGroupService, accountGroupRecords } from './account-group.service.ts';

export const accountGroupPart = definePart({
  permissions: accountGroupPermissions,
  records: accountGroupRecordTypes,
  screens: accountGroupScreens,
  views: [accountGroupsView],
  entities: [AccountGroup],
  services: [service(AccountGroupService)],
  routes: (services) => accountGroupRoutes(services.get(AccountGroupService)),
  recordSources: () => [accountGroupRecords],
  samples: [
    {
      table: 'commerce.account_group',
      row: { name: 'Group {label}', type_code: 'price_group', is_commission_exempt: true, is_freight_exempt: false },
    },
  ],
});
