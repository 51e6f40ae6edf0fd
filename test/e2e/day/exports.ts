/** The two exports of the night, compared with what the service holds at that moment. */
import { equal, isTrue } from '../checks';
import type { Arrived } from '../figures';
import { column, filesOf, succeeds } from '../files/place';
import { action } from '../workflows';
import { authenticatedAs, type Known, type Stage } from './stage';

const ALL = 'Deals';

interface Deal {
	readonly id: number;
	readonly name: string;
	readonly updatedAt: string;
}

async function exported({ world }: Stage, { consumer, n8n }: Known, options: object) {
	const parameters = {
		...authenticatedAs(consumer),
		...{ output: 'file', fileFormat: 'csv', fileContent: 'simplified', options },
	};
	const place = { world, n8n };
	const run = await succeeds(place, ALL, [action(ALL, 'deal.getMany', parameters)]);
	const files = filesOf(run, ALL);
	const [ids, names] = [await column(place, files, 'id'), await column(place, files, 'name')];
	return ids.map((id, at) => `${id} ${names[at]}`);
}

/** @param since the time of the first change that is wanted; all deals without it */
export async function exportRound(
	stage: Stage,
	known: Known,
	since?: number,
): Promise<Arrived | undefined> {
	const what = since === undefined ? 'of all deals' : 'of what has changed since the night before';
	let arrived: Arrived | undefined;
	await stage.world.check(`the export ${what} has what the service holds, each once`, async () => {
		const changesSince = since === undefined ? {} : { changesSince: new Date(since).toISOString() };
		const lines = await exported(stage, known, changesSince);
		const all = await stage.service.all<Deal>('deals');
		const wanted = all.filter(({ updatedAt }) => Date.parse(updatedAt) >= (since ?? 0));
		const there = new Set(wanted.map(({ id, name }) => `${id} ${name}`));
		const told = new Set(lines);
		isTrue(`${there.size} of ${all.length} deals are enough to compare`, there.size > 100);
		const lost = [...there].filter((line) => !told.has(line));
		arrived = {
			...{ written: there.size, handedOut: told.size },
			...{ lost: lost.length, doubled: lines.length - told.size },
		};
		const invented = [...told].filter((line) => !there.has(line));
		equal([lost.slice(0, 5), invented.slice(0, 5), arrived.doubled], [[], [], 0]);
	});
	return arrived;
}
