/** What the form of the check asks for. */
import { controls, flag, longText, text } from '../../fields';
import { isObject } from '../../values';

const earlierReport = longText('comparedWith', 'Earlier Report', {
	description:
		'The text of an earlier report, or the shapes of its summary as JSON, to learn what has changed since. Leave it empty for none.',
});

export const checkControls = controls({
	includeWrites: flag('includeWrites', 'Include Writes', {
		initially: false,
		description:
			'Whether to also write. It creates two customers named n8n check with the time (one of them in bulk), a contact and an action, changes them, finds one by its name as Create or Update does, and deletes them all. One request adds nobody to a user group. Where the interface has no way to delete (v1), nothing is written. What remains is listed with its ID. Triggers and notifications that watch such records may notice them.',
	}),
	objectKey: text('objectKey', 'Definition Key', {
		only: 'v2',
		placeholder: 'e.g. ticket',
		description:
			'What the service calls a kind of custom object, to check its list. Not needed where one is linked to the latest customer, deal or contact.',
	}),
	comparedWith: {
		...earlierReport,
		// An expression gives shapes, or a whole summary, as an object.
		wire: (entered, item) =>
			earlierReport.wire(isObject(entered) ? JSON.stringify(entered) : entered, item),
	},
	binaryPropertyName: {
		...text('binaryPropertyName', 'Put Output File in Field', {
			placeholder: 'e.g. data',
			description: 'The name of the output field that holds the report',
		}),
		form: { type: 'string', default: 'data' },
	},
});
