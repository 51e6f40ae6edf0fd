/** Lists as files, and imports from files, through n8n's own binary data. */
import { cancelled } from '../files/cancelled';
import type { Mode } from '../files/place';
import { exported, imported } from '../files/rounds';
import { takenBack } from '../files/takenBack';
import type { Part } from './part';

/** Files in the file system, n8n's default. */
export const files: Part = {
	name: 'files',
	about: 'lists as files, imports from files; both cancelled; imports taken back',
	isBase: true,
	needs: [],
	run: async (world) => {
		const place = { world, n8n: await world.n8n(), mode: 'filesystem' } as const;
		await exported(place);
		await imported(place);
		await cancelled(place);
		await takenBack(world);
	},
};

const ELSEWHERE: readonly Mode[] = ['default', 'database'];

/** The same on a small scale where n8n keeps files elsewhere. */
export const filesElsewhere: Part = {
	name: 'filesElsewhere',
	about: 'files in n8n’s memory and in its database',
	isBase: false,
	needs: [],
	run: async (world) => {
		for (const mode of ELSEWHERE) {
			const variables = { N8N_DEFAULT_BINARY_DATA_MODE: mode };
			const n8n = await world.startN8n(`files-${mode}`, { variables });
			try {
				await exported({ world, n8n, mode });
				await imported({ world, n8n, mode });
			} finally {
				await n8n.process.stop();
			}
		}
	},
};
