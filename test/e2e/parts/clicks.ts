/** Workflows built by clicks and typing alone, from an empty canvas, and how many clicks that takes. */
import { Canvas } from '../clicks/canvas';
import { freshNode, importWithBadRow, mailOfWonDeal, nightlyExport } from '../clicks/workflows';
import { isTrue } from '../../../harness/n8n/checks';
import { Editor } from '../editor';
import type { View } from '../forms/view';
import { stored } from '../standIns/credentials';
import { MailServer } from '../standIns/mailServer';
import type { Part } from './part';

/** High enough to show a whole form. */
const VIEWPORT = { width: 1280, height: 1240 };

interface Built {
	readonly what: string;
	/** As many as it took when it was last built by hand. */
	readonly most: number;
	readonly build: (view: View, canvas: Canvas) => Promise<void>;
}

async function built(view: View, { what, most, build }: Built): Promise<void> {
	const { world, editor } = view;
	await world.check(`${what}: at most ${most} clicks from an empty canvas`, async () => {
		const canvas = await Canvas.empty(editor);
		try {
			await build(view, canvas);
		} finally {
			await editor.picture(world.picturePath(`built ${what}`));
		}
		const clicks = await canvas.clicks();
		console.log(`    ${clicks} clicks`);
		isTrue(`it takes ${clicks}`, clicks <= most);
	});
}

export const clicks: Part = {
	name: 'clicks',
	about: 'three workflows built by clicks alone, from an empty canvas; the clicks are counted',
	isBase: true,
	needs: ['chromium'],
	run: async (world) => {
		// n8n gives a new node the credential that was stored last.
		const { rest } = await world.n8nFor(await world.sandbox());
		const { scratch } = world.site;
		const mails = await MailServer.start(scratch);
		await stored(rest, [mails.credential]);
		const editor = await Editor.open({ scratch, url: rest.url, viewport: VIEWPORT });
		const view = { world, editor };
		try {
			await freshNode(view);
			await built(view, {
				what: 'a mail of each won deal',
				most: 15,
				build: async (...given) => await mailOfWonDeal(...given, mails),
			});
			await built(view, { what: 'a nightly export', most: 11, build: nightlyExport });
			await built(view, { what: 'an import with a bad row', most: 21, build: importWithBadRow });
		} finally {
			await editor.close();
		}
	},
};
