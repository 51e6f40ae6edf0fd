/** The tarball, installed as users install it by hand. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { nodesFolder, PACKAGE_NAME } from '../../../scripts/n8n-host/packed';
import { contains, equal, isTrue } from '../../../harness/n8n/checks';
import type { Part } from './part';

interface NodeType {
	readonly name: string;
	readonly iconUrl?: string | { light: string; dark: string };
	readonly codex?: { categories?: string[] };
}

export const install: Part = {
	name: 'install',
	about: 'n8n loads the package from its tarball',
	isBase: true,
	needs: [],
	run: async (world) => {
		const { rest, credentials, userFolder } = await world.n8n();
		const types = (await rest.types('nodes')) as NodeType[];
		const ours = types.filter(({ name }) => name.startsWith(`${PACKAGE_NAME}.`));

		await world.check('both nodes are registered, and the node also as a tool', () => {
			const names = ['salesManagement', 'salesManagementTool', 'salesManagementTrigger'];
			equal(
				ours.map(({ name }) => name).sort(),
				names.map((name) => `${PACKAGE_NAME}.${name}`),
			);
		});
		await world.check('they are found under Sales', () => {
			const [node] = ours.filter(({ name }) => name.endsWith('.salesManagement'));
			equal(node?.codex?.categories, ['Sales']);
		});
		await world.check('their icons are served, for both themes', async () => {
			const addresses = ours.flatMap(({ iconUrl }) =>
				typeof iconUrl === 'object' ? [iconUrl.light, iconUrl.dark] : [iconUrl ?? ''],
			);
			isTrue('there are icons for two themes', new Set(addresses).size === 2);
			for (const address of new Set(addresses)) {
				const answer = await rest.send('GET', `/${address}`);
				contains(answer.headers.get('content-type') ?? '', 'image/svg');
			}
		});
		await world.check('all three credentials are registered', async () => {
			const names = (await rest.types('credentials')).map(({ name }) => name);
			for (const name of Object.keys(credentials)) isTrue(name, names.includes(name));
		});
		await world.check('it brings nothing along: no package but itself', () => {
			const installed = readdirSync(join(nodesFolder(userFolder), 'node_modules'));
			equal(
				installed.filter((name) => !name.startsWith('.')),
				[PACKAGE_NAME],
			);
		});
		await world.check('n8n itself is whole: its Extract from File loads', () => {
			isTrue(
				'listed',
				types.some(({ name }) => name === 'n8n-nodes-base.extractFromFile'),
			);
		});
	},
};
