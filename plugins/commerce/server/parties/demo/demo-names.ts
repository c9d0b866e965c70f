import type { AccountGroupType } from '../../../contracts/index.ts';

/** Name parts and settings for the customers of a demo account. */
export interface DemoBook {
  count: number;
  /** Name, type, commission exempt, freight exempt. */
  groups: readonly (readonly [string, AccountGroupType, boolean, boolean])[];
  first: readonly string[];
  second: readonly string[];
}

/** Cities in several states, each with a matching postal code. */
export const cities = [
  { name: 'Minneapolis', state: 'MN', postalCode: '55401' },
  { name: 'Duluth', state: 'MN', postalCode: '55802' },
  { name: 'Milwaukee', state: 'WI', postalCode: '53202' },
  { name: 'Madison', state: 'WI', postalCode: '53703' },
  { name: 'Chicago', state: 'IL', postalCode: '60607' },
  { name: 'Des Moines', state: 'IA', postalCode: '50309' },
  { name: 'Omaha', state: 'NE', postalCode: '68102' },
  { name: 'Fargo', state: 'ND', postalCode: '58102' },
  { name: 'Denver', state: 'CO', postalCode: '80205' },
  { name: 'Dallas', state: 'TX', postalCode: '75207' },
  { name: 'Houston', state: 'TX', postalCode: '77002' },
  { name: 'Nashville', state: 'TN', postalCode: '37203' },
  { name: 'Atlanta', state: 'GA', postalCode: '30318' },
  { name: 'Columbus', state: 'OH', postalCode: '43215' },
  { name: 'Pittsburgh', state: 'PA', postalCode: '15222' },
  { name: 'Portland', state: 'ME', postalCode: '04101' },
  { name: 'Boston', state: 'MA', postalCode: '02210' },
  { name: 'Portland', state: 'OR', postalCode: '97209' },
  { name: 'Seattle', state: 'WA', postalCode: '98108' },
  { name: 'Sacramento', state: 'CA', postalCode: '95814' },
] as const;

export const streets = [
  'Industrial Blvd',
  'Commerce Dr',
  'Mill St',
  'Railroad Ave',
  'Harbor Rd',
  'Depot St',
  'Foundry Ln',
  'Market St',
  'Quarry Rd',
  'Airport Way',
  'Warehouse Row',
  'Canal St',
] as const;

/** The customers of each demo account by slug. */
export const demoBooks: Readonly<Record<string, DemoBook>> = {
  northfield: {
    count: 80,
    groups: [
      ['Distributor', 'customer_type', false, false],
      ['Retailer', 'customer_type', false, false],
      ['Safety supplier', 'customer_type', false, false],
      ['House account', 'customer_type', true, false],
      ['Co-op', 'customer_type', false, true],
      ['Wholesale A', 'price_group', false, false],
      ['Wholesale B', 'price_group', false, false],
      ['Contract', 'price_group', true, true],
    ],
    first: [
      'Lakeland',
      'Ironwood',
      'Prairie',
      'Summit',
      'Cedar Creek',
      'Granite',
      'Redwing',
      'Badger',
      'Bluestem',
      'Copper Harbor',
      'Elk River',
      'Frontier',
      'Great Plains',
      'Heartland',
      'Kettle',
      'Loon Lake',
      'Midland',
      'Northgate',
      'Oakdale',
      'Pioneer',
    ],
    second: [
      'Safety Supply',
      'Workwear',
      'Farm & Fleet',
      'Outfitters',
      'Industrial',
      'Hardware',
      'Uniform Co',
      'Trading',
    ],
  },
  harbor: {
    count: 60,
    groups: [
      ['Contractor', 'customer_type', false, false],
      ['Marina', 'customer_type', false, false],
      ['Municipal', 'customer_type', true, true],
      ['Dealer', 'customer_type', false, false],
      ['Volume', 'price_group', false, false],
      ['Dealer net', 'price_group', true, false],
    ],
    first: [
      'Atlantic',
      'Breakwater',
      'Casco',
      'Downeast',
      'Eastport',
      'Fairhaven',
      'Gulf',
      'Highland',
      'Island',
      'Kennebec',
      'Lighthouse',
      'Mariner',
      'Nor’easter',
      'Old Port',
      'Penobscot',
      'Quayside',
      'Rockland',
      'Saltwater',
      'Tidewater',
      'Windjammer',
    ],
    second: ['Marine', 'Builders', 'Supply', 'Fasteners', 'Boatworks', 'Mechanical', 'Electric', 'Plumbing & Heating'],
  },
};
