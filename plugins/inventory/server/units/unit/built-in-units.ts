/** Built-in units of every account, by name; pack units as in the spec (commerce section 9). */
export const builtInUnits: Readonly<Record<string, string>> = {
  each: 'Each',
  pair: 'Pair',
  dozen: 'Dozen',
  gross: 'Gross, 144 each',
  ct8ea: 'Carton of 8 each',
  ct10ea: 'Carton of 10 each',
  ct12ea: 'Carton of 12 each',
  ct16ea: 'Carton of 16 each',
  ct20ea: 'Carton of 20 each',
  ct5pr: 'Carton of 5 pairs',
  ct6pr: 'Carton of 6 pairs',
  ct10pr: 'Carton of 10 pairs',
  ct12pr: 'Carton of 12 pairs',
  cs40ea: 'Case of 40 each',
  cs50ea: 'Case of 50 each',
  dollar: "One of the account's currency",
  sec: 'Second',
  min: 'Minute',
  hr: 'Hour',
  day: 'Day of 24 hours',
  oz: 'Ounce',
  lb: 'Pound',
  g: 'Gram',
  kg: 'Kilogram',
  in: 'Inch',
  ft: 'Foot',
  yd: 'Yard',
  mm: 'Millimetre',
  cm: 'Centimetre',
  m: 'Metre',
  floz: 'US fluid ounce',
  qt: 'US quart',
  gal: 'US gallon',
  ml: 'Millilitre',
  l: 'Litre',
};

/** Name of the default unit group of products. */
export const defaultUnitGroup = 'Count';

/**
 * Unit groups of a new account: the size of each unit in base units; the first unit is the base. All factors are whole.
 * Pounds and kilograms are in separate groups, because 0.01 lb has seven decimals in grams, one more than stored
 * quantities have.
 */
export const builtInUnitGroups: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  [defaultUnitGroup]: {
    each: 1,
    pair: 2,
    ct8ea: 8,
    ct5pr: 10,
    ct10ea: 10,
    dozen: 12,
    ct6pr: 12,
    ct12ea: 12,
    ct16ea: 16,
    ct10pr: 20,
    ct20ea: 20,
    ct12pr: 24,
    cs40ea: 40,
    cs50ea: 50,
    gross: 144,
  },
  Pairs: { pair: 1, ct5pr: 5, ct6pr: 6, ct10pr: 10, ct12pr: 12 },
  Money: { dollar: 1 },
  Time: { sec: 1, min: 60, hr: 3600, day: 86_400 },
  'Weight (US)': { oz: 1, lb: 16 },
  'Weight (metric)': { g: 1, kg: 1000 },
  'Length (US)': { in: 1, ft: 12, yd: 36 },
  'Length (metric)': { mm: 1, cm: 10, m: 1000 },
  'Volume (US)': { floz: 1, qt: 32, gal: 128 },
  'Volume (metric)': { ml: 1, l: 1000 },
};
