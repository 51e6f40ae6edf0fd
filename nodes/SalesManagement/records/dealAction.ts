import { reference, referenceId } from '../fields';
import { action, pattern } from './action';
import { dropdowns, locators } from './dropdownSources';
import { record } from './record';

/** v2 §4.8, v1 §4. */
export const dealAction = record('dealAction', {
	...action('Deal Action', {
		fields: [
			reference('deal', 'Deal', locators.deals, {
				traits: ['main', 'required'],
				description: 'The deal of the action, which a v1 key needs in each change',
			}),
			reference('purpose', 'Purpose', dropdowns.actionPurposes, {
				traits: ['main', 'required'],
				description: 'What the action is for',
			}),
			{ ...pattern, traits: [], writableIn: [] },
		],
		filters: [
			referenceId('dealId', 'Deal', locators.deals, { description: 'Only actions of this deal' }),
			referenceId('purpose', 'Purpose', dropdowns.actionPurposes, {
				description: 'Only actions with this purpose',
			}),
		],
	}),
	bulk: [
		referenceId('dealTypeId', 'Deal Type', dropdowns.dealTypes, {
			in: 'group',
			traits: ['required'],
			description: 'The deal type of the deals. Items of different deal types are sent separately.',
		}),
	],
});
