/** v2 §2.8, §4.11: the fields are those of the definition. */
import { objectFieldScenarios } from './customFields';
import { associationField, type ScenarioBuilder } from './recordScenario';

const secondsFrom = (time: unknown, seconds: number) =>
	new Date(Date.parse(String(time)) + seconds * 1000).toISOString();

export const customObjectScenario =
	(definitionKey: string): ScenarioBuilder =>
	async (fixture) => {
		const three = async (kind: string) =>
			await fixture.write(
				kind,
				Array.from({ length: 3 }, (_, index) => ({ name: `${kind} ${index}` })),
			);
		const customs = await objectFieldScenarios(fixture, definitionKey);
		return {
			resource: 'customObject',
			owner: { customObjectDefKey: definitionKey },
			idName: 'customObjectId',
			reference: 'customers',
			readOptions: { includeRelatedObjects: true },
			fields: {
				deals: associationField('deals', await three('deal')),
				customers: associationField('customers', await three('customer')),
				contacts: associationField('contacts', await three('contact')),
			},
			customFields: customs,
			customFieldsProperty: [],
			findings: ({ createdAt }) => [
				{
					operation: 'customObject.getMany',
					parameters: {
						customObjectDefKey: definitionKey,
						// Times may be shown rounded to a second (S5).
						filters: {
							createdAtFrom: secondsFrom(createdAt, -1),
							createdAtTo: secondsFrom(createdAt, 1),
						},
					},
				},
			],
		};
	};
