import type { CategoryType, ItemType } from '../../../contracts/index.ts';

/** Color codes in SKUs. */
export const colourCodes: Readonly<Record<string, string>> = {
  Black: 'BLK',
  Grey: 'GRY',
  Orange: 'ORG',
  Tan: 'TAN',
  Navy: 'NVY',
  'Hi-vis yellow': 'HVY',
};

/** Attributes of the demo: name, and color of those that are colors. */
type DemoAttributes = Readonly<Record<string, string | null>>;

/** Properties of both demo accounts, with their attributes in order. */
export const demoProperties: Readonly<Record<string, DemoAttributes>> = {
  Color: {
    Black: '#1f2328',
    Grey: '#8a8f98',
    Orange: '#f26b21',
    Tan: '#c8a26a',
    Navy: '#1d3557',
    'Hi-vis yellow': '#d7f205',
  },
  Size: { S: null, M: null, L: null, XL: null, Standard: null, Professional: null, Maximum: null },
  Diameter: { '1/4 in': null, '3/8 in': null, '1/2 in': null, '5/8 in': null },
  Length: { '6 in': null, '8 in': null, '10 in': null, '12 in': null, '16 in': null, '20 in': null },
  Fibre: { Cotton: null, Merino: null, Nylon: null, Aramid: null },
};

/** Property and attribute for the last part of a demo SKU. */
export const demoSizes: Readonly<Record<string, readonly [property: string, attribute: string]>> = {
  S: ['Size', 'S'],
  M: ['Size', 'M'],
  L: ['Size', 'L'],
  XL: ['Size', 'XL'],
  BLK: ['Color', 'Black'],
  GRY: ['Color', 'Grey'],
  ORG: ['Color', 'Orange'],
  STD: ['Size', 'Standard'],
  PRO: ['Size', 'Professional'],
  MAX: ['Size', 'Maximum'],
  '1/4': ['Diameter', '1/4 in'],
  '3/8': ['Diameter', '3/8 in'],
  '1/2': ['Diameter', '1/2 in'],
  '5/8': ['Diameter', '5/8 in'],
  6: ['Length', '6 in'],
  8: ['Length', '8 in'],
  10: ['Length', '10 in'],
  12: ['Length', '12 in'],
  16: ['Length', '16 in'],
  20: ['Length', '20 in'],
};

/** Product lines whose products also have a color, one per style, and are groups of color and size. */
export const colouredLines: ReadonlySet<string> = new Set(['Work gloves', 'Winter gloves', 'Crew socks', 'Boot socks']);

/** Sizes of a style that also exist in a second color, by account. */
export const furtherColours: Readonly<
  Record<string, readonly { style: string; color: string; code: string; sizes: readonly string[] }[]>
> = {
  northfield: [
    { style: 'WG-CAN', color: 'Hi-vis yellow', code: 'HVY', sizes: ['M', 'L', 'XL'] },
    { style: 'WG-LTH', color: 'Hi-vis yellow', code: 'HVY', sizes: ['L', 'XL'] },
  ],
};

interface DemoCategory {
  name: string;
  type: CategoryType;
  notes?: string;
  /** Product lines in the category. */
  lines?: readonly string[];
  unitGroup?: string;
  properties: readonly string[];
}

interface DemoItem {
  type: Exclude<ItemType, 'product'>;
  sku: string;
  description: string;
  category: string;
  /** Per default unit, which is a unit of the category's group. */
  cost: number;
  unit: string;
  orderPoint?: number;
  /** Days. */
  leadTime?: number;
  manufacturer?: string;
  attribute?: readonly [property: string, attribute: string];
}

interface DemoStructure {
  categories: readonly DemoCategory[];
  items: readonly DemoItem[];
  departments: Readonly<Record<string, readonly (readonly [machine: string, serialNumber: string])[]>>;
}

const packaging: readonly DemoItem[] = [
  {
    type: 'supply',
    sku: 'SP-WRAP',
    description: 'Pallet wrap, 500 mm',
    category: 'Consumables',
    cost: 11.4,
    unit: 'each',
    orderPoint: 12,
    leadTime: 4,
  },
  {
    type: 'supply',
    sku: 'SP-TAPE',
    description: 'Carton sealing tape',
    category: 'Consumables',
    cost: 2.15,
    unit: 'each',
    orderPoint: 48,
    leadTime: 4,
  },
  {
    type: 'supply',
    sku: 'SP-LBL4',
    description: 'Thermal labels, 2 x 4 inch, roll',
    category: 'Consumables',
    cost: 8.9,
    unit: 'each',
    orderPoint: 20,
    leadTime: 7,
  },
  {
    type: 'supply',
    sku: 'SP-OIL',
    description: 'Machine oil',
    category: 'Consumables',
    cost: 6.2,
    unit: 'each',
    orderPoint: 6,
    leadTime: 10,
  },
];

/** Northfield knits and sews. */
export const northfieldStructure: DemoStructure = {
  categories: [
    {
      name: 'Hand protection',
      type: 'product',
      lines: ['Work gloves', 'Winter gloves'],
      unitGroup: 'Pairs',
      properties: ['Color', 'Size'],
    },
    {
      name: 'Socks',
      type: 'product',
      lines: ['Crew socks', 'Boot socks'],
      unitGroup: 'Pairs',
      properties: ['Color', 'Size'],
    },
    { name: 'Accessories', type: 'product', lines: ['Accessories'], properties: ['Color'] },
    {
      name: 'Yarn',
      type: 'material',
      unitGroup: 'Weight (metric)',
      properties: ['Fibre', 'Color'],
      notes: 'Keep dry and dark.',
    },
    { name: 'Hides and coatings', type: 'material', unitGroup: 'Weight (metric)', properties: ['Color'] },
    { name: 'Trim', type: 'material', unitGroup: 'Length (metric)', properties: ['Color'] },
    { name: 'Cut parts', type: 'material', unitGroup: 'Count', properties: ['Size', 'Color'] },
    { name: 'Consumables', type: 'material', unitGroup: 'Count', properties: [] },
  ],
  items: [
    {
      type: 'material',
      sku: 'YN-MER',
      description: 'Merino yarn 2/28',
      category: 'Yarn',
      cost: 31.5,
      unit: 'kg',
      orderPoint: 180,
      leadTime: 28,
      manufacturer: 'Sallow Mills',
      attribute: ['Fibre', 'Merino'],
    },
    {
      type: 'material',
      sku: 'YN-COT',
      description: 'Combed cotton yarn 30/1',
      category: 'Yarn',
      cost: 6.8,
      unit: 'kg',
      orderPoint: 420,
      leadTime: 18,
      manufacturer: 'Sallow Mills',
      attribute: ['Fibre', 'Cotton'],
    },
    {
      type: 'material',
      sku: 'YN-NYL',
      description: 'Nylon yarn 70 den',
      category: 'Yarn',
      cost: 5.1,
      unit: 'kg',
      orderPoint: 250,
      leadTime: 14,
      manufacturer: 'Corvane Fibers',
      attribute: ['Fibre', 'Nylon'],
    },
    {
      type: 'material',
      sku: 'YN-ARA',
      description: 'Aramid yarn, cut level A4',
      category: 'Yarn',
      cost: 48.25,
      unit: 'kg',
      orderPoint: 90,
      leadTime: 42,
      manufacturer: 'Corvane Fibers',
      attribute: ['Fibre', 'Aramid'],
    },
    {
      type: 'material',
      sku: 'HD-COW',
      description: 'Cow grain leather, 1.0 mm',
      category: 'Hides and coatings',
      cost: 22.4,
      unit: 'kg',
      orderPoint: 150,
      leadTime: 35,
      attribute: ['Color', 'Tan'],
    },
    {
      type: 'material',
      sku: 'CT-NIT',
      description: 'Nitrile dipping compound',
      category: 'Hides and coatings',
      cost: 3.95,
      unit: 'kg',
      orderPoint: 300,
      leadTime: 12,
      attribute: ['Color', 'Black'],
    },
    {
      type: 'material',
      sku: 'CT-WAX',
      description: 'Waterproofing wax',
      category: 'Hides and coatings',
      cost: 7.6,
      unit: 'kg',
      orderPoint: 40,
      leadTime: 12,
    },
    {
      type: 'material',
      sku: 'TR-ELA',
      description: 'Elastic band 20 mm',
      category: 'Trim',
      cost: 0.18,
      unit: 'm',
      orderPoint: 4000,
      leadTime: 10,
      attribute: ['Color', 'Black'],
    },
    {
      type: 'material',
      sku: 'TR-VEL',
      description: 'Hook and loop tape 25 mm',
      category: 'Trim',
      cost: 0.42,
      unit: 'm',
      orderPoint: 1500,
      leadTime: 10,
      attribute: ['Color', 'Grey'],
    },
    {
      type: 'material',
      sku: 'TR-THR',
      description: 'Polyester thread',
      category: 'Trim',
      cost: 0.002,
      unit: 'm',
      orderPoint: 250_000,
      leadTime: 8,
      attribute: ['Color', 'Navy'],
    },
    {
      type: 'part',
      sku: 'PT-PLM',
      description: 'Leather palm, die cut',
      category: 'Cut parts',
      cost: 2.2,
      unit: 'pair',
      orderPoint: 600,
      leadTime: 3,
      attribute: ['Color', 'Tan'],
    },
    {
      type: 'part',
      sku: 'PT-CUF',
      description: 'Knit cuff',
      category: 'Cut parts',
      cost: 0.35,
      unit: 'pair',
      orderPoint: 1200,
      leadTime: 2,
      attribute: ['Color', 'Black'],
    },
    {
      type: 'part',
      sku: 'PT-LNR',
      description: 'Fleece liner',
      category: 'Cut parts',
      cost: 1.65,
      unit: 'pair',
      orderPoint: 500,
      leadTime: 2,
      attribute: ['Size', 'L'],
    },
    {
      type: 'part',
      sku: 'PT-SHL',
      description: 'Glove shell, knitted',
      category: 'Cut parts',
      cost: 1.1,
      unit: 'pair',
      orderPoint: 900,
      leadTime: 2,
      attribute: ['Size', 'M'],
    },
    {
      type: 'part',
      sku: 'PT-GLS',
      description: 'Leather glove, sewn',
      category: 'Cut parts',
      cost: 4.1,
      unit: 'pair',
      orderPoint: 0,
      leadTime: 2,
    },
    {
      type: 'part',
      sku: 'PT-SOK',
      description: 'Merino sock, knitted',
      category: 'Cut parts',
      cost: 3.2,
      unit: 'pair',
      orderPoint: 0,
      leadTime: 2,
    },
    {
      type: 'part',
      sku: 'PT-SOP',
      description: 'Merino sock, pressed',
      category: 'Cut parts',
      cost: 3.4,
      unit: 'pair',
      orderPoint: 0,
      leadTime: 2,
    },
    ...packaging,
    {
      type: 'supply',
      sku: 'SP-NDL',
      description: 'Knitting needles, 13 gauge',
      category: 'Consumables',
      cost: 0.85,
      unit: 'dozen',
      orderPoint: 30,
      leadTime: 21,
    },
  ],
  departments: {
    Knitting: [
      ['Flat knitter 1', 'FK-20417'],
      ['Flat knitter 2', 'FK-20418'],
      ['Sock knitter 1', 'SK-7731'],
      ['Sock knitter 2', 'SK-7732'],
    ],
    Cutting: [
      ['Die press', 'DP-1180'],
      ['Laser cutter', 'LC-0092'],
    ],
    Sewing: [
      ['Post-bed stitcher', 'PB-5521'],
      ['Overlock', 'OL-3310'],
    ],
    Dipping: [['Dipping line', 'DL-0007']],
    Packing: [
      ['Bagger', 'BG-4102'],
      ['Carton sealer', 'CS-8830'],
    ],
  },
};

/** Harbor buys, repacks and resells. */
export const harborStructure: DemoStructure = {
  categories: [
    { name: 'Hardware', type: 'product', lines: ['Fasteners'], properties: ['Diameter'] },
    { name: 'Protective equipment', type: 'product', lines: ['Safety'], properties: ['Size'] },
    { name: 'Tools', type: 'product', lines: ['Hand tools'], properties: ['Length'] },
    { name: 'Shipping', type: 'product', lines: ['Packaging'], properties: ['Length'] },
    { name: 'Repacking', type: 'material', unitGroup: 'Count', properties: ['Color'] },
    { name: 'Consumables', type: 'material', unitGroup: 'Count', properties: [] },
  ],
  items: [
    {
      type: 'material',
      sku: 'RP-BAG',
      description: 'Zip bag, 100 x 150 mm',
      category: 'Repacking',
      cost: 0.04,
      unit: 'each',
      orderPoint: 5000,
      leadTime: 9,
    },
    {
      type: 'material',
      sku: 'RP-BOX',
      description: 'Repack carton, small',
      category: 'Repacking',
      cost: 0.38,
      unit: 'each',
      orderPoint: 1200,
      leadTime: 6,
      attribute: ['Color', 'Tan'],
    },
    {
      type: 'material',
      sku: 'RP-CRD',
      description: 'Hang card, printed',
      category: 'Repacking',
      cost: 0.07,
      unit: 'each',
      orderPoint: 3000,
      leadTime: 16,
      attribute: ['Color', 'Orange'],
    },
    {
      type: 'part',
      sku: 'KT-TRAY',
      description: 'Kit tray with inserts',
      category: 'Repacking',
      cost: 1.9,
      unit: 'each',
      orderPoint: 150,
      leadTime: 12,
      attribute: ['Color', 'Black'],
    },
    ...packaging,
  ],
  departments: {
    Receiving: [['Forklift 1', 'FL-3306']],
    Repacking: [
      ['Counting scale', 'CS-1290'],
      ['Blister sealer', 'BS-0451'],
    ],
    Shipping: [
      ['Stretch wrapper', 'SW-7718'],
      ['Carton sealer', 'CS-2207'],
    ],
  },
};
