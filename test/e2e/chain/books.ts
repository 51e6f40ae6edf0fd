/** What the receivers got of a round's deals, and in which executions the rest is. */
import type { N8nRest } from '../../../scripts/n8n-host/rest';
import { finished } from '../execution';
import { started } from '../polling';
import type { Told } from './deals';
import type { Way } from './ways';

/** What was received of one way: the name of the deal, and all that was said of it. */
export interface Received {
	readonly deal: string;
	readonly text: string;
}

export interface Books {
	readonly way: string;
	readonly to: Way['to'];
	readonly deals: number;
	/** Mails or messages of these deals. */
	readonly received: number;
	/** Deals of which nothing was received. */
	readonly missing: number;
	/** Deals of which more than one was received. */
	readonly doubled: number;
	/** Executions by their status, with how many of the round's deals each had. */
	readonly executions: ReadonlyArray<readonly [status: string, deals: number]>;
	/** Missing or doubled deals that are in no execution that n8n lists as crashed or failed. */
	readonly unexplained: readonly string[];
	/** Mails or messages that say something else than what the deal is, or are about another one. */
	readonly wrong: readonly string[];
}

/** As n8n lists executions that a kill, or an error of a node, has ended. */
const ENDED = ['crashed', 'error'];

/** A workflow that tells, and in which way. */
export interface Chained {
	readonly way: Way;
	readonly workflowId: string;
}

interface Had {
	readonly id: string;
	readonly status: string;
	/** Which of the deals, by their names. */
	readonly names: readonly string[];
}

/**
 * The executions that had some of these deals, oldest first; of a crashed one n8n knows what was waiting for
 * its first node. A poll that failed is an execution, too, which had none.
 */
export async function executionsWith(
	rest: N8nRest,
	{ way, workflowId }: Chained,
	told: readonly Told[],
): Promise<Had[]> {
	const ids = await started(rest, workflowId);
	const all = await Promise.all(
		ids.map(async (id) => {
			const execution = await finished(rest, id);
			const items = [...execution.items(way.trigger), ...execution.waitingFor(way.trigger)];
			const had = new Set(items.map(({ name }) => String(name)));
			const names = told.map(({ name }) => name).filter((name) => had.has(name));
			return { id, status: execution.status, names };
		}),
	);
	return all.filter(({ names }) => names.length > 0);
}

const says = ({ to }: Way, { mail, message }: Told, text: string): boolean =>
	to === 'mail' ? text === mail : text.startsWith(message) && /action \d+\.$/.test(text);

export async function booksOf(
	rest: N8nRest,
	chained: Chained,
	{ told, received }: { told: readonly Told[]; received: readonly Received[] },
): Promise<Books> {
	const { way } = chained;
	const texts = new Map(told.map(({ name }) => [name, [] as string[]]));
	const strange: string[] = [];
	for (const { deal, text } of received) (texts.get(deal) ?? strange).push(text);
	const countOf = ({ name }: Told) => texts.get(name)?.length ?? 0;
	const missing = told.filter((deal) => countOf(deal) === 0);
	const doubled = told.filter((deal) => countOf(deal) > 1);
	const of = await executionsWith(rest, chained, told);
	const ended = new Set(
		of.filter(({ status }) => ENDED.includes(status)).flatMap(({ names }) => names),
	);
	const wrong = told.flatMap((deal) =>
		(texts.get(deal.name) ?? []).filter((text) => !says(way, deal, text)),
	);
	return {
		...{ way: way.name, to: way.to, deals: told.length },
		received: [...texts.values()].flat().length,
		...{ missing: missing.length, doubled: doubled.length },
		executions: of.map(({ status, names }) => [status, names.length] as const),
		unexplained: [...missing, ...doubled]
			.map(({ name }) => name)
			.filter((name) => !ended.has(name)),
		wrong: [...wrong, ...strange],
	};
}
