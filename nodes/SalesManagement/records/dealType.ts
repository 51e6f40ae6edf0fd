import { pathId } from '../fields';
import { recordId, shownList, shownName } from './common';
import { dropdowns } from './dropdownSources';
import { record } from './record';

/** The lists of a deal type from which its deals are given values (v1 §2.1). */
const offers = [
	['phases', 'Phases'],
	['products', 'Products'],
	['probabilities', 'Probabilities'],
	['channels', 'Channels'],
	['endPhaseReasons', 'End Reasons'],
	['actionsPurposes', 'Purposes of Actions'],
] as const;

/** v1 §4. */
export const dealType = record('dealType', {
	name: 'Deal Type',
	key: pathId('dealTypeId', 'Deal Type', dropdowns.dealTypes),
	fields: [recordId, shownName, ...offers.map(([name, label]) => shownList(name, label))],
});
