/** A product line of a demo account; every style is generated in every size and pack. */
export interface DemoLine {
  name: string;
  isCommissionExempt: boolean;
  isFreightExempt: boolean;
  unitGroup: 'Count' | 'Pairs';
  manufacturer?: string;
  /** Per style: code in the SKU, name, price and cost per base unit in cents. */
  styles: readonly (readonly [code: string, name: string, price: number, cost: number])[];
  sizes: readonly string[];
  /** Default units of the products, used in turn. */
  units: readonly string[];
}

/** Northfield knits and sews: gloves and socks in the pack units of the spec. */
export const northfieldLines: readonly DemoLine[] = [
  {
    name: 'Work gloves',
    isCommissionExempt: false,
    isFreightExempt: false,
    unitGroup: 'Pairs',
    styles: [
      ['WG-LTH', 'Leather palm work glove', 1180, 640],
      ['WG-CAN', 'Canvas work glove', 420, 205],
      ['WG-CUT', 'Cut-resistant knit glove, level A4', 1495, 790],
      ['WG-NIT', 'Nitrile dipped glove', 560, 265],
    ],
    sizes: ['S', 'M', 'L', 'XL'],
    units: ['pair', 'ct6pr', 'ct12pr'],
  },
  {
    name: 'Winter gloves',
    isCommissionExempt: false,
    isFreightExempt: false,
    unitGroup: 'Pairs',
    styles: [
      ['WN-FLC', 'Fleece lined winter glove', 1650, 910],
      ['WN-WTR', 'Waterproof insulated glove', 2890, 1540],
      ['WN-MIT', 'Wool mitten', 1975, 1120],
    ],
    sizes: ['S', 'M', 'L', 'XL'],
    units: ['pair', 'ct5pr', 'ct10pr'],
  },
  {
    name: 'Crew socks',
    isCommissionExempt: true,
    isFreightExempt: false,
    unitGroup: 'Pairs',
    styles: [
      ['CS-COT', 'Cotton crew sock', 385, 165],
      ['CS-MER', 'Merino crew sock', 1240, 680],
      ['CS-CMP', 'Compression crew sock', 1425, 745],
    ],
    sizes: ['S', 'M', 'L', 'XL'],
    units: ['ct6pr', 'ct12pr', 'pair', 'ct10pr'],
  },
  {
    name: 'Boot socks',
    isCommissionExempt: true,
    isFreightExempt: false,
    unitGroup: 'Pairs',
    styles: [
      ['BS-WOL', 'Wool boot sock', 1590, 870],
      ['BS-THM', 'Thermal boot sock', 1345, 705],
      ['BS-HKE', 'Cushioned hiking sock', 1715, 935],
    ],
    sizes: ['M', 'L', 'XL'],
    units: ['pair', 'ct5pr', 'ct10pr'],
  },
  {
    name: 'Accessories',
    isCommissionExempt: true,
    isFreightExempt: true,
    unitGroup: 'Count',
    styles: [
      ['AC-LNR', 'Replacement liner', 345, 150],
      ['AC-CLP', 'Glove clip', 275, 90],
      ['AC-BAG', 'Mesh wash bag', 495, 210],
    ],
    sizes: ['BLK', 'GRY', 'ORG'],
    units: ['each', 'ct8ea', 'ct12ea', 'cs40ea', 'cs50ea', 'ct10ea', 'ct16ea', 'ct20ea', 'dozen'],
  },
];

/** Harbor resells goods of several manufacturers. */
export const harborLines: readonly DemoLine[] = [
  {
    name: 'Fasteners',
    isCommissionExempt: true,
    isFreightExempt: false,
    unitGroup: 'Count',
    manufacturer: 'Keystone Fastener',
    styles: [
      ['FS-HEX', 'Hex bolt, zinc', 48, 21],
      ['FS-LAG', 'Lag screw, galvanised', 62, 29],
      ['FS-ANC', 'Wedge anchor', 155, 78],
    ],
    sizes: ['1/4', '3/8', '1/2', '5/8'],
    units: ['each', 'dozen', 'gross', 'cs50ea'],
  },
  {
    name: 'Safety',
    isCommissionExempt: false,
    isFreightExempt: false,
    unitGroup: 'Count',
    manufacturer: 'Beacon Safety',
    styles: [
      ['SF-GLS', 'Safety glasses', 890, 415],
      ['SF-EAR', 'Earmuffs', 1975, 980],
      ['SF-VST', 'High-visibility vest', 1250, 590],
    ],
    sizes: ['STD', 'PRO', 'MAX'],
    units: ['each', 'ct10ea', 'ct12ea'],
  },
  {
    name: 'Hand tools',
    isCommissionExempt: false,
    isFreightExempt: false,
    unitGroup: 'Count',
    manufacturer: 'Fairline Tool',
    styles: [
      ['HT-PLR', 'Pliers', 2190, 1135],
      ['HT-WRN', 'Adjustable wrench', 2675, 1420],
      ['HT-SCR', 'Screwdriver', 845, 395],
    ],
    sizes: ['6', '8', '10', '12'],
    units: ['each', 'ct8ea'],
  },
  {
    name: 'Packaging',
    isCommissionExempt: true,
    isFreightExempt: true,
    unitGroup: 'Count',
    manufacturer: 'Tidewater Paper',
    styles: [['PK-BOX', 'Corrugated box', 135, 64]],
    sizes: ['8', '10', '12', '16', '20'],
    units: ['cs40ea', 'cs50ea'],
  },
];

/** Services and charges on order lines of both accounts. */
export const demoCharges = [
  ['FREIGHT', 'Freight', 'shipping'],
  ['RUSH', 'Rush handling', 'service'],
  ['CREDIT', 'Credit', 'credit'],
  ['RETURN', 'Returned goods', 'return'],
  ['SALES-TAX', 'Sales tax', 'tax'],
] as const;
