import { Migration20261121000000_initial } from './Migration20261121000000_initial.ts';
import { Migration20261121104933_suppliers } from './Migration20261121104933_suppliers.ts';
import { Migration20261121184205_optional_references } from './Migration20261121184205_optional_references.ts';
import { Migration20261122173326_order_notes } from './Migration20261122173326_order_notes.ts';
import { Migration20261122184611_order_discounts } from './Migration20261122184611_order_discounts.ts';
import { Migration20261122205825_shipments } from './Migration20261122205825_shipments.ts';
import * as pricesAndVolumeDiscounts from './Migration20261122211156_prices_and_volume_discounts.ts';
import { Migration20261122211315_invoices } from './Migration20261122211315_invoices.ts';
import { Migration20261122212513_sales_order_runs } from './Migration20261122212513_sales_order_runs.ts';
import { Migration20261122213656_order_prices } from './Migration20261122213656_order_prices.ts';
import { Migration20261122213809_purchase_orders } from './Migration20261122213809_purchase_orders.ts';
import { Migration20261122214430_picks } from './Migration20261122214430_picks.ts';
import { Migration20261122214953_territories } from './Migration20261122214953_territories.ts';
import { Migration20261122223000_paid_less_discount } from './Migration20261122223000_paid_less_discount.ts';
import { Migration20261123001351_invoice_credits } from './Migration20261123001351_invoice_credits.ts';
import { Migration20261123001415_registrations } from './Migration20261123001415_registrations.ts';
import { Migration20261123002300_documents_of_commerce } from './Migration20261123002300_documents_of_commerce.ts';
import { Migration20261123003001_carrier_labels } from './Migration20261123003001_carrier_labels.ts';
import { Migration20261123004450_receiving } from './Migration20261123004450_receiving.ts';
import { Migration20261123004711_customer_portal } from './Migration20261123004711_customer_portal.ts';
import { Migration20261123014301_card_payments } from './Migration20261123014301_card_payments.ts';
import { Migration20261123040012_links_and_holds } from './Migration20261123040012_links_and_holds.ts';
import { Migration20261123044106_cost_corrections } from './Migration20261123044106_cost_corrections.ts';
import { Migration20261123195334_lists_without_rows } from './Migration20261123195334_lists_without_rows.ts';
import { Migration20261123230034_customer_policies } from './Migration20261123230034_customer_policies.ts';
import { Migration20261123232000_figures_from_indexes } from './Migration20261123232000_figures_from_indexes.ts';
import { Migration20261128172400_exemptions } from './Migration20261128172400_exemptions.ts';
import { Migration20261128173000_refused_deliveries } from './Migration20261128173000_refused_deliveries.ts';
import { Migration20261128174500_offers_and_pages } from './Migration20261128174500_offers_and_pages.ts';
import { Migration20261128180500_links_for_paying } from './Migration20261128180500_links_for_paying.ts';
import { Migration20261128211500_invoices_owing } from './Migration20261128211500_invoices_owing.ts';
import { Migration20261128214600_one_policy_a_role } from './Migration20261128214600_one_policy_a_role.ts';
import { Migration20261128220500_sales } from './Migration20261128220500_sales.ts';
import { Migration20261128235249_looks_of_jobs } from './Migration20261128235249_looks_of_jobs.ts';
import { Migration20261129004600_rows_of_before } from './Migration20261129004600_rows_of_before.ts';
import { Migration20261129094624_contacts } from './Migration20261129094624_contacts.ts';
import { Migration20261129142224_refused_payments } from './Migration20261129142224_refused_payments.ts';
import { Migration20261129152700_tasks_of_requests } from './Migration20261129152700_tasks_of_requests.ts';
import { Migration20261129224500_still_owed } from './Migration20261129224500_still_owed.ts';

export const migrations = [
  { name: 'Migration20261121000000_initial', class: Migration20261121000000_initial },
  { name: 'Migration20261121104933_suppliers', class: Migration20261121104933_suppliers },
  { name: 'Migration20261121184205_optional_references', class: Migration20261121184205_optional_references },
  { name: 'Migration20261122173326_order_notes', class: Migration20261122173326_order_notes },
  { name: 'Migration20261122184611_order_discounts', class: Migration20261122184611_order_discounts },
  { name: 'Migration20261122205825_shipments', class: Migration20261122205825_shipments },
  {
    name: 'Migration20261122211156_prices_and_volume_discounts',
    class: pricesAndVolumeDiscounts.Migration20261122211156_prices_and_volume_discounts,
  },
  { name: 'Migration20261122211315_invoices', class: Migration20261122211315_invoices },
  { name: 'Migration20261122212513_sales_order_runs', class: Migration20261122212513_sales_order_runs },
  { name: 'Migration20261122213656_order_prices', class: Migration20261122213656_order_prices },
  { name: 'Migration20261122213809_purchase_orders', class: Migration20261122213809_purchase_orders },
  { name: 'Migration20261122214430_picks', class: Migration20261122214430_picks },
  { name: 'Migration20261122214953_territories', class: Migration20261122214953_territories },
  { name: 'Migration20261122223000_paid_less_discount', class: Migration20261122223000_paid_less_discount },
  { name: 'Migration20261123001351_invoice_credits', class: Migration20261123001351_invoice_credits },
  { name: 'Migration20261123001415_registrations', class: Migration20261123001415_registrations },
  { name: 'Migration20261123002300_documents_of_commerce', class: Migration20261123002300_documents_of_commerce },
  { name: 'Migration20261123003001_carrier_labels', class: Migration20261123003001_carrier_labels },
  { name: 'Migration20261123004450_receiving', class: Migration20261123004450_receiving },
  { name: 'Migration20261123004711_customer_portal', class: Migration20261123004711_customer_portal },
  { name: 'Migration20261123014301_card_payments', class: Migration20261123014301_card_payments },
  { name: 'Migration20261123040012_links_and_holds', class: Migration20261123040012_links_and_holds },
  { name: 'Migration20261123044106_cost_corrections', class: Migration20261123044106_cost_corrections },
  { name: 'Migration20261123195334_lists_without_rows', class: Migration20261123195334_lists_without_rows },
  {
    name: 'Migration20261123230034_customer_policies',
    class: Migration20261123230034_customer_policies,
  },
  { name: 'Migration20261123232000_figures_from_indexes', class: Migration20261123232000_figures_from_indexes },
  {
    name: 'Migration20261128172400_exemptions',
    class: Migration20261128172400_exemptions,
  },
  { name: 'Migration20261128173000_refused_deliveries', class: Migration20261128173000_refused_deliveries },
  { name: 'Migration20261128174500_offers_and_pages', class: Migration20261128174500_offers_and_pages },
  { name: 'Migration20261128180500_links_for_paying', class: Migration20261128180500_links_for_paying },
  { name: 'Migration20261128211500_invoices_owing', class: Migration20261128211500_invoices_owing },
  { name: 'Migration20261128214600_one_policy_a_role', class: Migration20261128214600_one_policy_a_role },
  { name: 'Migration20261128220500_sales', class: Migration20261128220500_sales },
  { name: 'Migration20261128235249_looks_of_jobs', class: Migration20261128235249_looks_of_jobs },
  { name: 'Migration20261129004600_rows_of_before', class: Migration20261129004600_rows_of_before },
  { name: 'Migration20261129094624_contacts', class: Migration20261129094624_contacts },
  { name: 'Migration20261129142224_refused_payments', class: Migration20261129142224_refused_payments },
  { name: 'Migration20261129152700_tasks_of_requests', class: Migration20261129152700_tasks_of_requests },
  { name: 'Migration20261129224500_still_owed', class: Migration20261129224500_still_owed },
];
