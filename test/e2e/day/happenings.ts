/** What happens in the day beside the changes of every minute. */
import type { Arrived } from '../figures';
import { exportRound } from './exports';
import { importRound } from './imported';
import type { Happenings, Rounds } from './rounds';
import { known, type Known, type Stage, type Watching } from './stage';
import { EXPORT_OF_ALL, EXPORT_OF_CHANGES, GUESTS, IMPORT } from './watches';

const HOUR = 60;
const DAY_MS = 24 * 3_600_000;
/** At noon somebody changes so many deals at once. */
const AT_ONCE = 3_000;

/** By the minute of the day. */
export const TIMES = {
	changes: HOUR,
	whole: 2 * HOUR,
	hidden: 10 * HOUR,
	shown: 11 * HOUR,
	noon: 12 * HOUR,
	import: 14 * HOUR,
	usedUp: 20 * HOUR,
	renewed: 24 * HOUR,
} as const;

export interface Done {
	readonly happenings: Happenings;
	/** Of the exports and the import, by what they are called. */
	readonly results: Record<string, Arrived & { readonly number: number }>;
	changedAtOnce: number;
}

/**
 * Sets each day's limit to what those with the fewest requests have used: a token's user, a team, a key. So
 * all of the triggers have used it up.
 */
async function useUp({ service, requests }: Stage, all: readonly Watching[]): Promise<void> {
	const used = new Map<string, number>();
	for (const { consumer, number } of all) {
		const { credential, user = '' } = consumer;
		const whose = credential === 'v1' ? `v1 ${number}` : `${credential} ${user}`;
		const count = requests.acceptedOf(number, service.midnight);
		used.set(whose, (used.get(whose) ?? 0) + count);
	}
	const least = (kind: string) =>
		Math.min(...[...used].flatMap(([whose, count]) => (whose.startsWith(kind) ? [count] : [])));
	const dailyLimit = { personal: least('personal'), team: least('team'), v1: least('v1') };
	console.log(`  the day's limit is used up: ${JSON.stringify(dailyLimit)}`);
	await service.steer('PATCH', '/options', { dailyLimit });
}

async function permissions({ service }: Stage, areKept: boolean): Promise<void> {
	await service.steer('PATCH', '/options', { permissionSettings: areKept });
}

export async function happeningsOf(
	stage: Stage,
	rounds: Rounds,
	all: readonly Watching[],
): Promise<Done> {
	const [changed, whole, imports] = [
		await known(stage, EXPORT_OF_CHANGES),
		await known(stage, EXPORT_OF_ALL),
		await known(stage, IMPORT),
	];
	const results: Done['results'] = {};
	const keep = ({ consumer: { name }, number }: Known, arrived?: Arrived) => {
		if (arrived) results[name] = { ...arrived, number };
	};
	const { midnight } = stage.service;
	const nightBefore = midnight + TIMES.changes * 60_000 - DAY_MS;
	const done: Done = { results, changedAtOnce: 0, happenings: new Map() };
	const happenings: Happenings = new Map([
		[TIMES.changes, async () => keep(changed, await exportRound(stage, changed, nightBefore))],
		[TIMES.whole, async () => keep(whole, await exportRound(stage, whole))],
		[
			TIMES.hidden,
			async () => {
				await permissions(stage, true);
				rounds.isShown = ({ watch }) => watch.name !== GUESTS;
			},
		],
		[
			TIMES.shown,
			async () => {
				await permissions(stage, false);
				rounds.isShown = () => true;
			},
		],
		[TIMES.noon, async () => void (done.changedAtOnce = await stage.writer.writeMany(AT_ONCE))],
		[TIMES.import, async () => keep(imports, await importRound(stage, imports))],
		[TIMES.usedUp, async () => await useUp(stage, all)],
	]);
	return Object.assign(done, { happenings });
}
