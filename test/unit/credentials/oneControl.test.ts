/**
 * n8n's editor shows one control for all credentials of a node where it finds a main field of
 * authentication (`getMainAuthField` of n8n 2.41): a parameter that credentials depend on by its plain
 * name, and that all of them are required by.
 */
import { NodeHelpers } from 'n8n-workflow';
import { SalesManagement } from '../../../nodes/SalesManagement/SalesManagement.node';
import { SalesManagementTrigger } from '../../../nodes/SalesManagement/SalesManagementTrigger.node';

const KINDS = {
	personalToken: 'salesManagementPersonalTokenApi',
	teamToken: 'salesManagementTeamTokenApi',
	v1ApiKey: 'salesManagementV1KeyApi',
};

describe.each([new SalesManagement().description, new SalesManagementTrigger().description])(
	'$displayName',
	(description) => {
		const { credentials = [], properties } = description;

		test('has a credential of each kind, required and shown by the parameter alone', () => {
			expect(credentials).toEqual(
				Object.entries(KINDS).map(([kind, name]) => ({
					name,
					required: true,
					testedBy: 'credentialTest',
					displayOptions: { show: { authentication: [kind] } },
				})),
			);
		});

		test('the parameter offers exactly these kinds', () => {
			const [first] = properties;
			const values = (first?.options ?? []).map((option) => 'value' in option && option.value);
			expect(first).toMatchObject({ name: 'authentication', type: 'options' });
			expect(values).toEqual(Object.keys(KINDS));
		});

		test.each(Object.entries(KINDS))(
			'with %s exactly one credential is asked for',
			(kind, name) => {
				const parameters = { authentication: kind };
				const shown = credentials.filter((each) =>
					NodeHelpers.displayParameter(parameters, each, null, description),
				);
				expect(shown.map((each) => each.name)).toEqual([name]);
			},
		);
	},
);
