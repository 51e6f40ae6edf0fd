/** n8n's AI Agent with the node as a tool; its model is a script (docs/agents.md). */
import { Office } from '../agent/office';
import { plans } from '../agent/planned';
import { keepsSecrets } from '../agent/secrets';
import type { Part } from './part';

export const agent: Part = {
	name: 'agent',
	about: 'an AI agent finds deals, plans actions, is refused, and gives up nothing secret',
	isBase: false,
	needs: [],
	run: async (world) => {
		const office = await Office.open(world);
		await plans(world, office);
		await keepsSecrets(world, office);
	},
};
