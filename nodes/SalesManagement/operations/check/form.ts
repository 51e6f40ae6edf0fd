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
			'Whether to also create, change and delete two customers named n8n check, a contact and an action. Triggers and notifications may notice them.',
	}),
	objectKey: text('objectKey', 'Definition Key', {
		only: 'v2',
		placeholder: 'e.g. ticket',
		description:
			'The key of a custom object whose list to check. Not needed where one is linked to the latest customer, deal or contact.',
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
