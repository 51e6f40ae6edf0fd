import { customObjectLife } from './life/customObject';
import { ITEM_TYPES, objectCustoms } from './life/customs';
import { tellLife } from './life/tell';
import { startKit } from './node-kit';

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
