import type { Option } from '../../record/record-source.ts';

/** ISO 3166-1 codes of all countries. */
const codes =
  'AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL ' +
  'CM CN CO CR CU CV CW CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GB GD GE GF GH GI GL GM GN GP GQ GR ' +
  'GT GU GW GY HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS ' +
  'LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MQ MR MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NZ OM PA PE PF ' +
  'PG PH PK PL PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TC TD TG TH TJ ' +
  'TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WS XK YE YT ZA ZM ZW';

/** States and provinces in addresses, by country. */
const states: Readonly<Record<string, string>> = {
  US:
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK ' +
    'OR PA PR RI SC SD TN TX UT VT VA WA WV WI WY',
  CA: 'AB BC MB NB NL NS NT NU ON PE QC SK YT',
  AU: 'ACT NSW NT QLD SA TAS VIC WA',
  MX:
    'AGU BCN BCS CAM CHH CHP CMX COA COL DUR GRO GUA HID JAL MEX MIC MOR NAY NLE OAX PUE QUE ROO SIN SLP SON TAB TAM ' +
    'TLA VER YUC ZAC',
  BR: 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO',
};

/** Countries by their name in this language. */
export function countryOptions(locale: string): Option[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  return codes
    .split(' ')
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((left, right) => left.label.localeCompare(right.label, locale));
}

/** Common names of countries in place of their code. */
const otherNames: Readonly<Record<string, string>> = { usa: 'US', uk: 'GB', 'great britain': 'GB', holland: 'NL' };

/** The code of a country given as code or name; the text itself if it is neither. */
export function countryCode(text: string, options: readonly Option[]): string {
  const wanted = text.trim().toLowerCase();
  const found = options.find(({ value, label }) => value.toLowerCase() === wanted || label.toLowerCase() === wanted);
  return found?.value ?? otherNames[wanted] ?? text;
}

/** Codes of the states of a country; empty for countries without states in addresses. */
export const statesOf = (country: string): string[] => states[country]?.split(' ') ?? [];
