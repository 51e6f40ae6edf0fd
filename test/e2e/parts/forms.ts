/** Forms filled in by clicks and typing, as by a person who knows names and no ids. */
import { Editor } from '../editor';
import { createdDeal, foundDeals, summedDeals, watchedDeals } from '../forms/filled';
import { opened } from '../forms/opened';
import { spreadsheet } from '../forms/spreadsheet';
import type { Part } from './part';

/** High enough to show a whole form. */
const VIEWPORT = { width: 1280, height: 1240 };

export const forms: Part = {
	name: 'forms',
	about: 'forms filled in by names alone in n8n’s editor, and a file of 200 contacts',
	isBase: true,
	needs: ['chromium'],
	run: async (world) => {
		const { rest } = await world.n8n();
		const { scratch } = world.site;
		const editor = await Editor.open({ scratch, url: rest.url, viewport: VIEWPORT });
		const view = { world, editor };
		try {
			await opened(view);
			await createdDeal(view);
			await foundDeals(view);
			await summedDeals(view);
			await watchedDeals(view);
			await spreadsheet(view);
		} finally {
			await editor.close();
		}
	},
};
