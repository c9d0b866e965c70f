import { defineScreenList } from './screen.ts';

/** The screens of kernel matters, which the shell draws itself. */
export const coreScreens = defineScreenList([
  { name: 'dashboard', path: '/dashboard', title: 'Dashboard', needs: [], nav: { section: 'Home', order: 0, icon: 'home', shortcut: 'g h' } },
  { name: 'account', path: '/dashboard/account', title: 'Account', needs: ['account:read'], nav: { section: 'Settings', order: 10, icon: 'building' } },
  { name: 'team', path: '/dashboard/account/users', title: 'Team', needs: ['team_users:read', 'roles:read'], nav: { section: 'Settings', order: 20, icon: 'users' } },
  { name: 'team-member', path: '/dashboard/account/users/:userID', title: 'Team member', needs: ['team_users:read', 'roles:read'] },
  { name: 'roles', path: '/dashboard/account/roles', title: 'Roles', needs: ['roles:read'], nav: { section: 'Settings', order: 30, icon: 'shield' } },
  { name: 'role-create', path: '/dashboard/account/roles/create', title: 'New role', needs: ['roles:create', 'roles:read'] },
  { name: 'role', path: '/dashboard/account/roles/:roleID', title: 'Role', needs: ['roles:read'] },
  {
    name: 'customer-registration-flows', path: '/dashboard/customer-registration-flows', title: 'Registration flows', needs: ['registration_flows:read'],
    nav: { section: 'Settings', order: 40, icon: 'form' },
  },
  { name: 'customer-registration-flow-create', path: '/dashboard/customer-registration-flows/create', title: 'New registration flow', needs: ['registration_flows:create', 'registration_flows:read'] },
  { name: 'customer-registration-flow', path: '/dashboard/customer-registration-flows/:registrationFlowID', title: 'Registration flow', needs: ['registration_flows:read'] },
  { name: 'api-keys', path: '/dashboard/account/api-keys', title: 'API keys', needs: ['api_keys:read'], nav: { section: 'Settings', order: 50, icon: 'key' } },
  { name: 'integrations', path: '/dashboard/account/integrations', title: 'Integrations', needs: ['integrations:read'], nav: { section: 'Settings', order: 60, icon: 'plug' } },
  { name: 'system-properties', path: '/dashboard/system-properties', title: 'System properties', needs: ['sys_properties:read'], nav: { section: 'Settings', order: 70, icon: 'hash' } },
  { name: 'email-logs', path: '/dashboard/email-logs', title: 'E-mail log', needs: ['email_logs:read'], nav: { section: 'Logs', order: 10, icon: 'mail' } },
  { name: 'email-log', path: '/dashboard/email-logs/:emailLogID', title: 'E-mail', needs: ['email_logs:read'] },
  { name: 'request-logs', path: '/dashboard/request-logs', title: 'Request log', needs: [], operator: true, nav: { section: 'Logs', order: 20, icon: 'activity' } },
  { name: 'request-log', path: '/dashboard/request-logs/:requestLogID', title: 'Request', needs: [], operator: true },
]);
