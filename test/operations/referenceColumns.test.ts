/** A reference that comes as two columns, as Simplified returns it: its ID, and its name. */
import type { IDataObject } from 'n8n-workflow';
import stories from './referenceColumns.json';
import { useNodeFixture } from '../support/nodeFixture';
import { FROM_INPUT } from './support/names';
import { tell } from './support/stories';

const fixture = useNodeFixture();
tell(stories, fixture);

const update = async (resource: string, ...input: IDataObject[]) =>
	await fixture.run(`${resource}.update`, { parameters: FROM_INPUT, input });
const everyOne = async (resource: string, output = 'raw') =>
	await fixture.records(`${resource}.getMany`, { parameters: { returnAll: true, output } });

test.each([
	['deal', ['/v2/customers/search']],
	['contact', ['/v2/customers/search']],
	['customer', []],
])(
	'a name that is the ID’s goes through: %ss as Simplified returns them, names looked up together',
	async (resource, asked) => {
		const input = (await everyOne(resource, 'simplified')).slice(0, 20);
		await fixture.requests();
		const { items, error } = await update(resource, ...input);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(input.length);
		const paths = (await fixture.requests()).map(({ path }) => path);
		expect(paths.filter((path) => path.endsWith('/search'))).toEqual(asked);
	},
);
