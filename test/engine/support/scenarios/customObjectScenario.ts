/** v2 §2.8, §4.11: the fields are those of the definition. */
import { objectCustoms } from './customFields';
import { linked, type LifeOf } from './recordScenario';

export const customObjectLife =
	(definitionKey: string): LifeOf =>
	async (kit) => {
		const three = async (kind: string) =>
			await kit.write(
				kind,
				Array.from({ length: 3 }, (_, index) => ({ name: `${kind} ${index}` })),
			);
		const customs = await objectCustoms(kit, definitionKey);
		return {
			resource: 'customObject',
			owner: { customObjectDefKey: definitionKey },
			idName: 'customObjectId',
			reference: 'customers',
			readOptions: { includeRelatedObjects: true },
			story: {
				deals: linked('deals', await three('deal')),
				customers: linked('customers', await three('customer')),
				contacts: linked('contacts', await three('contact')),
			},
			customs,
			customsIn: [],
			found: ({ createdAt }) => [
				{
					operation: 'customObject.getMany',
					parameters: {
						customObjectDefKey: definitionKey,
						filters: { createdAtFrom: createdAt, createdAtTo: createdAt },
					},
				},
			],
		};
	};
