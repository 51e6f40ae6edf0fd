/** What the form of the check asks for. */
import { controls, text } from '../fields';

export const checkControls = controls({
	objectKey: text('objectKey', 'Definition Key', {
		only: 'v2',
		placeholder: 'e.g. ticket',
		description: 'The key of a custom object to check; without it none is looked at',
	}),
	binaryPropertyName: {
		...text('binaryPropertyName', 'Put Output File in Field', {
			placeholder: 'e.g. data',
			description: 'The name of the output field that holds the report',
		}),
		form: { type: 'string', default: 'data' },
	},
});
