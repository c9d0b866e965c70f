import { expect, test } from 'vitest';
import { enteredDate } from './entered-date.ts';
import { createFormats } from './format.ts';

// A Sunday.
const today = '2026-11-22';

test.each([
  ['2026-12-15', 'en-US', '2026-12-15'],
  ['12/15', 'en-US', '2026-12-15'],
  ['15/12', 'en-GB', '2026-12-15'],
  ['15.12.', 'de-DE', '2026-12-15'],
  ['15.12.26', 'de-DE', '2026-12-15'],
  ['1/5', 'en-US', '2027-01-05'],
  ['11/22', 'en-US', '2026-11-22'],
  ['2/29', 'en-US', '2028-02-29'],
  ['15 Dec', 'en-US', '2026-12-15'],
  ['dec 15, 2027', 'en-US', '2027-12-15'],
  ['15 décembre', 'fr-FR', '2026-12-15'],
  ['15. Dez. 2026', 'de-DE', '2026-12-15'],
  ['Sunday, December 27', 'en-US', '2026-12-27'],
  ['fri', 'en-US', '2026-11-27'],
  ['sun', 'en-US', '2026-11-29'],
  ['freitag', 'de-DE', '2026-11-27'],
  ['+7', 'en-US', '2026-11-29'],
  ['-1', 'en-US', '2026-11-21'],
  ['+2w', 'en-US', '2026-12-06'],
  ['+3m', 'en-US', '2027-02-22'],
  ['25', 'en-US', '2026-11-25'],
  ['5', 'en-US', '2026-12-05'],
  ['tomorrow', 'en-US', '2026-11-23'],
])('%s as people of %s write it is %s', (text, locale, date) => {
  expect(enteredDate(text, locale, today)).toBe(date);
});

test('what is no day is not guessed', () => {
  const texts = ['', '13/13', '2/30/2026', 'ma', 'soon', 't', '15 foo', '1/2/3/4', '12345', '2026-02-31'];
  for (const text of texts) expect(enteredDate(text, 'en-US', today), text).toBeUndefined();
});

test('every day can be typed as it is shown', () => {
  for (const locale of ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'nl-NL', 'pl-PL']) {
    const { date } = createFormats({ locale, currency: 'USD', timeZone: 'UTC' });
    for (let month = 1; month <= 12; month += 1) {
      const day = `2027-${String(month).padStart(2, '0')}-09`;
      expect(enteredDate(date(day), locale, today), `${locale} ${date(day)}`).toBe(day);
    }
  }
});
