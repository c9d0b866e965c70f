import { declareText, emailAddress, noteText, phoneNumber, webAddress } from '@millwright/core/contracts';
import { optionalText } from '../document/optional-text.ts';

const section = 'contact';

/** Contact data and notes of a customer or supplier. */
export const partyTexts = {
  email: declareText({ label: 'Email', section, control: 'email', input: optionalText(emailAddress) }),
  phone: declareText({ label: 'Phone', section, control: 'tel', input: optionalText(phoneNumber) }),
  url: declareText({
    label: 'Website',
    section,
    control: 'url',
    input: optionalText(webAddress),
    complete: (typed) => (typed.includes('://') ? typed : `https://${typed}`),
  }),
  note: declareText({ label: 'Note', section, control: 'note', input: optionalText(noteText) }),
};
