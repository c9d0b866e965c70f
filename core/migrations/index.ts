import { Migration20261121000000_initial } from './Migration20261121000000_initial.ts';
import { Migration20261121075313_change_sets_and_tasks } from './Migration20261121075313_change_sets_and_tasks.ts';
import { Migration20261121103528_restored_versions } from './Migration20261121103528_restored_versions.ts';
import { Migration20261121174440_changes_digest } from './Migration20261121174440_changes_digest.ts';
import { Migration20261121184142_optional_references } from './Migration20261121184142_optional_references.ts';
import { Migration20261121212934_packed_changes } from './Migration20261121212934_packed_changes.ts';
import { Migration20261121235600_large_imports } from './Migration20261121235600_large_imports.ts';
import { Migration20261122171546_names_and_registrations } from './Migration20261122171546_names_and_registrations.ts';
import { Migration20261122171604_invitations_by_token } from './Migration20261122171604_invitations_by_token.ts';
import { Migration20261122183948_person_of_mappings } from './Migration20261122183948_person_of_mappings.ts';
import { Migration20261122184000_published_views } from './Migration20261122184000_published_views.ts';
import { Migration20261122184658_closed_accounts } from './Migration20261122184658_closed_accounts.ts';
import { Migration20261123000651_practice_carrier } from './Migration20261123000651_practice_carrier.ts';
import * as registrationFlowOptions from './Migration20261123001411_registration_flow_options.ts';
import { Migration20261123004400_sales_target_view } from './Migration20261123004400_sales_target_view.ts';
import { Migration20261123005313_device_keys } from './Migration20261123005313_device_keys.ts';
import { Migration20261123033900_widget_sessions } from './Migration20261123033900_widget_sessions.ts';
import { Migration20261123035959_brand_colour } from './Migration20261123035959_brand_colour.ts';
import { Migration20261123085616_second_factors } from './Migration20261123085616_second_factors.ts';
import { Migration20261123225615_passkeys } from './Migration20261123225615_passkeys.ts';
import { Migration20261123230606_backup_runs } from './Migration20261123230606_backup_runs.ts';
import { Migration20261123231344_key_networks } from './Migration20261123231344_key_networks.ts';
import { Migration20261123231900_customer_policies } from './Migration20261123231900_customer_policies.ts';
import { Migration20261123232229_sign_in_policy } from './Migration20261123232229_sign_in_policy.ts';
import { Migration20261123234311_access_notices } from './Migration20261123234311_access_notices.ts';
import { Migration20261123234515_sign_in_providers } from './Migration20261123234515_sign_in_providers.ts';
import { Migration20261123235000_analyze_small_tables } from './Migration20261123235000_analyze_small_tables.ts';
import { Migration20261124110124_widget_second_factor } from './Migration20261124110124_widget_second_factor.ts';
import { Migration20261128180000_proven_domains } from './Migration20261128180000_proven_domains.ts';
import { Migration20261128182500_idle_devices } from './Migration20261128182500_idle_devices.ts';
import { Migration20261128211305_one_policy_a_role } from './Migration20261128211305_one_policy_a_role.ts';
import { Migration20261128211500_people_of_members } from './Migration20261128211500_people_of_members.ts';
import { Migration20261128220000_analyze_outgrown } from './Migration20261128220000_analyze_outgrown.ts';
import { Migration20261128235000_moved_accounts } from './Migration20261128235000_moved_accounts.ts';
import { Migration20261128235229_looks_of_jobs } from './Migration20261128235229_looks_of_jobs.ts';
import { Migration20261129002111_set_up_of_accounts } from './Migration20261129002111_set_up_of_accounts.ts';
import { Migration20261129090937_notifications } from './Migration20261129090937_notifications.ts';
import { Migration20261129092213_webhooks } from './Migration20261129092213_webhooks.ts';
import { Migration20261129094812_files_on_records } from './Migration20261129094812_files_on_records.ts';
import { Migration20261129100057_comments } from './Migration20261129100057_comments.ts';
import { Migration20261129134807_files_of_mails } from './Migration20261129134807_files_of_mails.ts';
import { Migration20261129140137_unchecked_files } from './Migration20261129140137_unchecked_files.ts';
import { Migration20261129142146_tasks } from './Migration20261129142146_tasks.ts';

export const migrations = [
  { name: 'Migration20261121000000_initial', class: Migration20261121000000_initial },
  { name: 'Migration20261121075313_change_sets_and_tasks', class: Migration20261121075313_change_sets_and_tasks },
  { name: 'Migration20261121103528_restored_versions', class: Migration20261121103528_restored_versions },
  { name: 'Migration20261121174440_changes_digest', class: Migration20261121174440_changes_digest },
  { name: 'Migration20261121184142_optional_references', class: Migration20261121184142_optional_references },
  { name: 'Migration20261121212934_packed_changes', class: Migration20261121212934_packed_changes },
  { name: 'Migration20261121235600_large_imports', class: Migration20261121235600_large_imports },
  { name: 'Migration20261122171546_names_and_registrations', class: Migration20261122171546_names_and_registrations },
  { name: 'Migration20261122171604_invitations_by_token', class: Migration20261122171604_invitations_by_token },
  { name: 'Migration20261122183948_person_of_mappings', class: Migration20261122183948_person_of_mappings },
  { name: 'Migration20261122184000_published_views', class: Migration20261122184000_published_views },
  { name: 'Migration20261122184658_closed_accounts', class: Migration20261122184658_closed_accounts },
  { name: 'Migration20261123000651_practice_carrier', class: Migration20261123000651_practice_carrier },
  {
    name: 'Migration20261123001411_registration_flow_options',
    class: registrationFlowOptions.Migration20261123001411_registration_flow_options,
  },
  { name: 'Migration20261123004400_sales_target_view', class: Migration20261123004400_sales_target_view },
  { name: 'Migration20261123005313_device_keys', class: Migration20261123005313_device_keys },
  { name: 'Migration20261123033900_widget_sessions', class: Migration20261123033900_widget_sessions },
  { name: 'Migration20261123035959_brand_colour', class: Migration20261123035959_brand_colour },
  { name: 'Migration20261123085616_second_factors', class: Migration20261123085616_second_factors },
  { name: 'Migration20261123225615_passkeys', class: Migration20261123225615_passkeys },
  { name: 'Migration20261123230606_backup_runs', class: Migration20261123230606_backup_runs },
  { name: 'Migration20261123231344_key_networks', class: Migration20261123231344_key_networks },
  {
    name: 'Migration20261123231900_customer_policies',
    class: Migration20261123231900_customer_policies,
  },
  { name: 'Migration20261123232229_sign_in_policy', class: Migration20261123232229_sign_in_policy },
  { name: 'Migration20261123234311_access_notices', class: Migration20261123234311_access_notices },
  { name: 'Migration20261123234515_sign_in_providers', class: Migration20261123234515_sign_in_providers },
  { name: 'Migration20261123235000_analyze_small_tables', class: Migration20261123235000_analyze_small_tables },
  { name: 'Migration20261124110124_widget_second_factor', class: Migration20261124110124_widget_second_factor },
  { name: 'Migration20261128180000_proven_domains', class: Migration20261128180000_proven_domains },
  { name: 'Migration20261128182500_idle_devices', class: Migration20261128182500_idle_devices },
  { name: 'Migration20261128211305_one_policy_a_role', class: Migration20261128211305_one_policy_a_role },
  { name: 'Migration20261128211500_people_of_members', class: Migration20261128211500_people_of_members },
  { name: 'Migration20261128220000_analyze_outgrown', class: Migration20261128220000_analyze_outgrown },
  { name: 'Migration20261128235229_looks_of_jobs', class: Migration20261128235229_looks_of_jobs },
  { name: 'Migration20261128235000_moved_accounts', class: Migration20261128235000_moved_accounts },
  { name: 'Migration20261129002111_set_up_of_accounts', class: Migration20261129002111_set_up_of_accounts },
  { name: 'Migration20261129090937_notifications', class: Migration20261129090937_notifications },
  { name: 'Migration20261129094812_files_on_records', class: Migration20261129094812_files_on_records },
  { name: 'Migration20261129092213_webhooks', class: Migration20261129092213_webhooks },
  { name: 'Migration20261129100057_comments', class: Migration20261129100057_comments },
  { name: 'Migration20261129134807_files_of_mails', class: Migration20261129134807_files_of_mails },
  { name: 'Migration20261129140137_unchecked_files', class: Migration20261129140137_unchecked_files },
  { name: 'Migration20261129142146_tasks', class: Migration20261129142146_tasks },
];
