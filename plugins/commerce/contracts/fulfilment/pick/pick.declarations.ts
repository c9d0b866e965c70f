import { defineProblems, recordDeclarations } from '@millwright/core/contracts';
import { picks } from './pick.contract.ts';

/** Record type and screens of picks (spec commerce section 2). */
export const pickDeclarations = recordDeclarations(picks, {
  nav: {
    section: 'Ship',
    order: 10,
    icon: 'inbox',
    shortcut: 'g k',
    count: { list: 'listPicks', path: '/v1/picks', query: { status: 'open' } },
  },
  hasForm: false,
  moreScreens: [
    {
      name: 'department-picks',
      path: '/dashboard/department-picks',
      title: 'Department picks',
      needs: ['picks:read', 'departments:read'],
      nav: { section: 'Ship', order: 15, icon: 'building' },
    },
    { name: 'pick-walk', path: '/dashboard/picking/walk', title: 'Walk list', needs: ['picks:read'] },
  ],
});

/** Refusals of picks. */
export const pickProblems = defineProblems({
  /** The order is not issued, so it has no demand. */
  pick_closed: { status: 409, message: 'The order of this pick is not open: issue it again first' },
  /** Nothing is planned or can be planned. */
  nothing_to_pick: { status: 409, message: 'Nothing is planned: all of it is picked, or stock has to come first' },
  nothing_to_pack: { status: 409, message: 'Nothing is picked that is not packed yet: pick first' },
  nothing_to_void: { status: 409, message: 'Nothing is planned or picked: what is packed is voided with its shipment' },
  /** `details.planned` has the planned quantity. */
  more_than_planned: { status: 409, message: 'More than is planned: plan more of it first' },
  pick_line_not_planned: { status: 409, message: 'The line is picked already: put it back to change it' },
  /** `details.shipmentID` */
  pick_line_packed: { status: 409, message: 'The line is packed: void its shipment first' },
});
