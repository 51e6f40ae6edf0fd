import { customObjectScenario } from './support/scenarios/customObjectScenario';
import { ITEM_TYPES, objectFieldScenarios } from './support/scenarios/customFields';
import { runScenario } from './support/scenarios/runScenario';
import { startNodeFixture } from './support/nodeFixture';

const DEFINITIONS = ['ticket', 'asset'];

for (const key of DEFINITIONS)
	runScenario('customObject', `a custom object: ${key}`, customObjectScenario(key));

test('the two definitions have fields of all eight types (v2 §2.8)', async () => {
	const fixture = await startNodeFixture();
	const customs = await Promise.all(
		DEFINITIONS.map(async (key) => await objectFieldScenarios(fixture, key)),
	);
	await fixture.close();
	const types = customs.flat().map(({ itemType }) => itemType);
	expect([...new Set(types)].sort()).toEqual(ITEM_TYPES);
});
