/** A new user's first hour (docs/account-check.md), with an account that is not quite as documented. */
import { begun, firstCheck, pasted } from '../account/firstCheck';
import { failing, prepared, working } from '../account/operations';
import { documented } from '../account/documented';
import { Editor } from '../editor';
import type { Part } from './part';

/** Wide enough to show the columns of what comes out. */
const VIEWPORT = { width: 1600, height: 1000 };

export const account: Part = {
	name: 'account',
	about: 'the first hour with a real account: Account: Check, and what it proposes',
	isBase: true,
	needs: ['chromium'],
	run: async (world) => {
		const { rest } = await world.n8n();
		const sandbox = await world.startSandbox(['other-deployment']);
		const { scratch } = world.site;
		const editor = await Editor.open({ scratch, url: rest.url, viewport: VIEWPORT });
		try {
			const begin = await begun(world, editor, sandbox);
			if (!begin) return;
			const { hour } = begin;
			const operations = await prepared(hour);
			await failing(hour, operations);
			const checked = await firstCheck(begin);
			if (!checked) return;
			await pasted(hour, checked);
			await working(hour, operations);
			await documented(world);
		} finally {
			await editor.close();
		}
	},
};
