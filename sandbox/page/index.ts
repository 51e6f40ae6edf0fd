import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { optionsSchema } from '../contract/options';
import { ownPaths } from '../contract/paths';
import { dialects } from '../dialects/catalogue';
import type { State } from '../http/state';
import { protectOwn } from '../http/localAccess';
import { browse } from './recordList';

/** Headers that restrict the browser to files of the sandbox, and allow no frame around them. */
const headers = {
	'content-security-policy': [
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
		"connect-src 'self'",
		"img-src 'self' data:",
		"frame-ancestors 'none'",
		"base-uri 'none'",
		"form-action 'none'",
	].join('; '),
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'no-referrer',
	'cross-origin-resource-policy': 'same-origin',
	'cache-control': 'no-store',
};

const { page: base } = ownPaths;
const files = [
	['/', 'page.html', 'text/html; charset=utf-8'],
	[`${base}/page.css`, 'page.css', 'text/css; charset=utf-8'],
	[`${base}/page.js`, 'page.js', 'text/javascript; charset=utf-8'],
] as const;
/** The requests of the last minute, at up to ten a second. */
const shownRequests = 600;

/** `GET /`: a page for people who try things, and the data that it shows. It steers by `/__sandbox`. */
export function page(state: State) {
	return async (app: FastifyInstance): Promise<void> => {
		app.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
		protectOwn(app);
		for (const [path, name, type] of files) {
			const content = readFileSync(join(__dirname, name));
			app.get(path, async (_request, reply) => reply.type(type).send(content));
		}
		app.get(`${base}/options`, async () => options);
		app.get(`${base}/phases`, async () => phases(state));
		app.get(`${base}/credentials`, async () => tokens(state));
		app.get(`${base}/live`, async () => live(state));
		app.get(`${base}/records`, async ({ query }) =>
			browse(state.service, query as Record<string, string>),
		);
	};
}

/** The page offers a list to choose one dialect from, though the option takes several. */
const dialect = {
	...optionsSchema.properties.dialect,
	enum: ['none', ...dialects.map(({ name }) => name)],
	/** The meaning of each. */
	says: ['As documented.', ...dialects.map(({ says }) => says)],
};

/** Every option with its label, its default, what it may be and what it means. */
const options = { ...optionsSchema.properties, dialect };

/** The phases of the first domain's deals, which say where to a deal can be moved. */
const phases = ({ service: { store } }: State) => store.tables.phase.list(store.domains()[0] ?? 1);

/** The credentials of the ready line, which open nothing but this sandbox. */
function tokens({ credentials }: State): Record<string, string> {
	const { personal, team, v1 } = credentials.ready();
	return { 'Personal token': personal, 'Team token': team, 'V1 API key': v1 };
}

/** The state that changes from one second to the next; a write of any kind raises `writes`. */
const live = ({ service, journal, faults }: State) => ({
	now: service.clock.now(),
	requests: journal.latest(shownRequests),
	ignored: journal.ignored,
	faults: faults.list(),
	options: service.options,
	writes: service.store.database.writes,
});
