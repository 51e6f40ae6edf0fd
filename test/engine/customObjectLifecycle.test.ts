import { customObjectLife } from './support/scenarios/customObjectScenario';
import { ITEM_TYPES, objectCustoms } from './support/scenarios/customFields';
import { tellLife } from './support/scenarios/runScenario';
import { startKit } from './support/nodeFixture';

const DEFINITIONS = ['ticket', 'asset'];

for (const key of DEFINITIONS)
	tellLife('customObject', `a custom object: ${key}`, customObjectLife(key));

test('the two definitions have fields of all eight types (v2 §2.8)', async () => {
	const kit = await startKit();
	const customs = await Promise.all(DEFINITIONS.map(async (key) => await objectCustoms(kit, key)));
	await kit.close();
	const types = customs.flat().map(({ itemType }) => itemType);
	expect([...new Set(types)].sort()).toEqual(ITEM_TYPES);
});
