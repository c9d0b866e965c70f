import type { TableSample } from '../../kernel/plugin/plugin.ts';

const now = new Date('2026-01-15T12:00:00Z');

/**
 * One row per tenant table of core, in the order of their references. `{label}` distinguishes the rows of two accounts.
 */
export const coreSamples: readonly TableSample[] = [
  { table: 'core.account_key', row: { key_id: 'key_{label}', sealed_with: 'sample', sealed_key: 'sealed {label}' } },
  {
    table: 'core.identity_provider',
    row: {
      issuer: 'https://login.{label}.example',
      client_id: 'client {label}',
      sealed_secret: 'sealed {label}',
      domains: ['{label}.example'],
      updated_at: now,
    },
  },
  { table: 'core.email_domain', row: { domain: '{label}.example', proven_at: now, seen_at: now, checked_at: now } },
  { table: 'core.sign_in_policy', row: { second_factor_since: {}, updated_at: now } },
  { table: 'core.account_plugin', row: { plugin_id: 'sample-{label}', settings: {} } },
  {
    table: 'core.api_key',
    row: {
      name: 'Key {label}',
      secret_hash: '0'.repeat(64),
      secret_hint: '{label}',
      scopes: ['customers:read'],
      created_by_name: 'Sample {label}',
    },
  },
  {
    table: 'core.audit_event',
    row: {
      record_type: 'sample',
      record_id: 'sample_{label}',
      action: 'created',
      actor_type: 'system',
      actor_id: '',
      actor_name: 'System {label}',
      ip: '',
      request_id: 'req_{label}',
      changes: [],
      occurred_at: now,
    },
  },
  {
    table: 'core.change_set',
    row: {
      action: 'sample.import',
      title: 'Import of {label}.csv',
      record_type: 'customer',
      options: {},
      status: 'ready',
      is_direct: false,
      row_count: 1,
      counts: { create: 1, update: 0, delete: 0, unchanged: 0, skip: 0, error: 0, warning: 0 },
      created_by_type: 'system',
      created_by_id: '',
      created_by_name: 'System {label}',
      run_as: { type: 'system', id: '', name: 'System {label}' },
      request_id: 'req_{label}',
    },
  },
  {
    table: 'core.change_set_row',
    row: (ids) => ({
      change_set_id: ids('core.change_set'),
      row: 1,
      key: 'sample {label}',
      key_row: 1,
      cells: { name: 'Sample {label}' },
      effect: 'create',
      label: 'Sample {label}',
      changes: '[]',
      errors: '[]',
      warnings: '[]',
    }),
  },
  {
    table: 'core.restored_version',
    row: { record_id: 'sample_{label}', version: 1, stands_as: 3, restored_at: '2026-01-01T00:00:00Z' },
  },
  { table: 'core.claimed_number', row: { kind: 'sample', number: '1000' } },
  {
    table: 'core.email_log',
    row: {
      recipients: ['canary-{label}@sample.test'],
      subject: 'Subject {label}',
      template: 'sample',
      sent_by_name: 'Sample {label}',
    },
  },
  {
    table: 'core.event_outbox',
    row: {
      type: 'core.sample',
      payload: { text: '{label}' },
      actor: {},
      request_id: 'req_{label}',
      occurred_at: now,
      dispatched_at: now,
    },
  },
  { table: 'core.handled_event', row: { subscriber: 'sample', event_id: 'evt_{label}', handled_at: now } },
  {
    table: 'core.idempotency_key',
    row: { key: 'key-{label}', actor_id: '', request_hash: '{label}', status: 200, body: '"{label}"' },
  },
  {
    table: 'core.import',
    row: {
      type: 'sample',
      file_name: '{label}.csv',
      file_size: 1,
      format: { kind: 'delimited', encoding: 'utf-8', delimiter: ',', sheets: [], sheet: null },
      columns: [],
      options: { onExisting: 'update', createReferences: [] },
      warnings: [],
      signature: 'sample {label}',
    },
  },
  {
    table: 'core.import_mapping',
    row: { type: 'sample', signature: 'sample {label}', person_id: 'sample {label}', fields: [], updated_at: now },
  },
  { table: 'core.integration', row: { name: 'Integration {label}', code: 'stripe', credentials: {}, masks: {} } },
  {
    table: 'core.webhook_endpoint',
    row: {
      name: 'Endpoint {label}',
      url: 'https://{label}.example/hooks',
      events: ['commerce.*'],
      scopes: ['customers:read'],
      status: 'paused',
      sealed: { secret: 'sealed {label}' },
      secret_hint: 'whsec_{label}',
      created_by_name: 'Sample {label}',
    },
  },
  {
    table: 'core.webhook_delivery',
    row: (ids) => ({
      endpoint_id: ids('core.webhook_endpoint'),
      event_id: 'evt_{label}',
      type: 'core.sample',
      record_type: 'sample',
      record_id: 'sample_{label}',
      body: '{}',
      status: 'delivered',
      attempts: 1,
      tries: '[]',
    }),
  },
  { table: 'core.numbering_sequence', row: { kind: 'sample', next: '1000', start: '1000', claimed: 0 } },
  {
    table: 'core.publishable_key',
    row: {
      name: 'Key {label}',
      origins: ['https://{label}.test'],
      widgets: ['sample-{label}'],
      created_by_name: 'Sample {label}',
    },
  },
  {
    table: 'core.widget_session',
    row: {
      key_id: 'pk_{label}',
      origin: 'https://{label}.test',
      member_id: 'mem_{label}',
      code_hash: null,
      token_hash: 'token-{label}',
      expires_at: now,
    },
  },
  {
    table: 'core.party',
    row: {
      kind: 'customer',
      number: '{label}-1',
      name: 'Party {label}',
      email: 'canary-{label}@sample.test',
      parent_id: null,
    },
  },
  {
    table: 'core.party_address',
    row: (ids) => ({ party_id: ids('core.party'), name: 'Address {label}', country: 'US', city: 'City {label}' }),
  },
  { table: 'core.registration_flow', row: { name: 'Flow {label}', title: 'Title {label}' } },
  { table: 'core.role', row: { code: 'sample_{label}', name: 'Role {label}', type: 'user' } },
  {
    table: 'core.member',
    row: (ids) => ({
      name: 'Member {label}',
      email: 'canary-member-{label}@sample.test',
      role_id: ids('core.role'),
      status: 'invited',
      customer_id: ids('core.party'),
    }),
  },
  {
    table: 'core.notification_preference',
    row: (ids) => ({
      member_id: ids('core.member'),
      notification_type_code: 'sample',
      is_in_inbox: true,
      mail: 'at_once',
    }),
  },
  {
    table: 'core.notification',
    row: (ids) => ({
      member_id: ids('core.member'),
      kind: 'sample',
      key: 'sample {label}',
      title: 'Title {label}',
      text: 'Text {label}',
      created_at: now,
      is_shown: true,
      is_for_digest: true,
    }),
  },
  {
    table: 'core.comment',
    row: {
      record_type: 'sample',
      record_id: 'sample_{label}',
      text: 'Comment {label}',
      author_name: 'Sample {label}',
    },
  },
  {
    table: 'core.record_follower',
    row: (ids) => ({
      record_type: 'sample',
      record_id: 'sample_{label}',
      member_id: ids('core.member'),
      is_muted: false,
    }),
  },
  {
    table: 'core.role_permission',
    row: (ids) => ({
      role_id: ids('core.role'),
      domain: 'sample',
      can_create: false,
      can_read: true,
      can_update: false,
      can_delete: false,
    }),
  },
  {
    table: 'core.sales_target',
    row: (ids) => ({ member_id: ids('core.member'), amount: '10.00', starts_on: '2026-01-01', ends_on: '2026-12-31' }),
  },
  {
    table: 'core.saved_view',
    row: (ids) => ({ member_id: ids('core.member'), screen: 'sample', name: 'View {label}', query: '', columns: [] }),
  },
  {
    table: 'core.search_document',
    row: {
      record_type: 'sample',
      customer_id: '',
      title: 'Document {label}',
      subtitle: '',
      title_text: ' document {label}',
      text: ' document {label}',
    },
  },
  { table: 'core.file', row: { name: '{label}.png', content_type: 'image/png', size: 1, sha256: '0'.repeat(64) } },
  { table: 'core.file_content', row: (ids) => ({ file_id: ids('core.file'), bytes: Buffer.from([1]) }) },
];
