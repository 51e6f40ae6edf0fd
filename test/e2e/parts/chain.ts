/**
 * From a new deal to a mail and to a chat message, through examples/won-deal-to-email.json and
 * examples/new-deal-to-chat.json, in each way of delivering (docs/trigger.md, Delivery): 100 deals at
 * once, as many of which the receivers refuse one, and as many at each kill of n8n. `E2E_DEALS=10` for fewer.
 */
import { equal, isTrue } from '../checks';
import type { Books } from '../chain/books';
import { Chain, type Kill } from '../chain/rounds';
import { minutesSince, type Arrived } from '../figures';
import { ChatServer } from '../standIns/chatServer';
import { MailServer } from '../standIns/mailServer';
import { ways } from '../chain/ways';
import { Refused, Unanswered } from '../standIns/taking';
import type { World } from '../world';
import type { Part } from './part';

const DEALS = Number(process.env.E2E_DEALS ?? 100);

/** At the first, at the last and in the middle of them. */
const KILLS: readonly Kill[] = [
	{ at: 1, isTaken: false },
	{ at: DEALS, isTaken: false },
	{ at: Math.ceil(DEALS / 2), isTaken: true },
];

const print = (books: Books) => console.log(`  ${JSON.stringify(books)}`);

const titleOf = ({ way, to }: Books) => `${to}, ${way}`;

async function withoutKill(world: World, chain: Chain): Promise<void> {
	const all = await chain.round('Calm', DEALS);
	for (const books of all) {
		print(books);
		const what = `${titleOf(books)}: each of ${DEALS} deals is told once, with its data`;
		await world.check(what, () => {
			const { received, missing, doubled, wrong, unexplained } = books;
			equal([received, missing, doubled], [DEALS, 0, 0]);
			equal([wrong, unexplained], [[], []]);
		});
	}
}

/** Somebody is refused in the middle, and a person has n8n retry what failed: from the node that failed. */
async function withRefusal(world: World, chain: Chain): Promise<Books[]> {
	const nth = Math.ceil(DEALS / 2);
	const refused = await chain.round('Refused', DEALS, { refusedAt: nth });
	for (const books of refused) {
		print(books);
		const title = `${titleOf(books)}, refused at ${nth} of ${DEALS}`;
		await world.check(`${title}: it and what is behind it waits in a failed execution`, () => {
			const { missing, doubled, unexplained, wrong, executions } = books;
			equal([missing, doubled, unexplained, wrong], [DEALS - nth + 1, 0, [], []]);
			equal(executions, [['error', DEALS]]);
		});
	}
	const retried = await chain.retried('error');
	for (const books of retried) {
		print(books);
		const title = `${titleOf(books)}, refused and retried`;
		const isOneByOne = books.way === 'one by one';
		const told = isOneByOne ? 'each is told once' : 'those before it are told twice';
		await world.check(`${title}: ${told}`, () => {
			const { missing, doubled, wrong } = books;
			equal([missing, doubled, wrong], [0, isOneByOne ? 0 : nth - 1, []]);
		});
	}
	return retried;
}

async function withKill(world: World, chain: Chain, kill: Kill): Promise<Books[]> {
	const { at, isTaken } = kill;
	const all = await chain.round(`Killed at ${at}`, DEALS, { kill });
	const place = `killed at ${at} of ${DEALS}, ${isTaken ? 'taken' : 'not taken'}`;
	for (const books of all) {
		print(books);
		const title = `${titleOf(books)}, ${place}`;
		await world.check(`${title}: what is missing or doubled is in crashed executions`, () => {
			equal([books.unexplained, books.wrong], [[], []]);
			const listed = books.executions.map(([status]) => status);
			isTrue(listed.join(), listed.includes('crashed') && !listed.includes('error'));
		});
		await world.check(`${title}: ${PROMISES[books.way]?.about ?? ''}`, () => {
			isTrue(JSON.stringify(books), PROMISES[books.way]?.holds(books) ?? false);
		});
	}
	return all;
}

/** A person has n8n retry the execution that the last kill ended: from its beginning. */
async function retriedAfterKill(
	world: World,
	chain: Chain,
	killed: readonly Books[],
): Promise<Books[]> {
	const retried = await chain.retried('crashed');
	for (const [index, books] of retried.entries()) {
		print(books);
		const { way, missing, doubled, received } = books;
		const before = killed[index] as Books;
		const title = `${titleOf(books)}, killed and retried`;
		if (way === 'once' || way === 'repeated') {
			await world.check(`${title}: all are told, those told before twice`, () => {
				equal([missing, received], [0, before.received + DEALS]);
			});
		} else {
			await world.check(`${title}: nobody is told whom Remove Duplicates has seen`, () => {
				equal([missing, doubled, received], [before.missing, 0, before.received]);
			});
		}
	}
	return retried;
}

interface Promised {
	readonly about: string;
	readonly holds: (books: Books) => boolean;
}

/** What a way promises beyond that. */
const PROMISES: Readonly<Record<string, Promised>> = {
	once: { about: 'nothing is doubled', holds: ({ doubled }) => doubled === 0 },
	'at least once': { about: 'nothing is doubled', holds: ({ doubled }) => doubled === 0 },
	'one by one': {
		about: 'nothing is doubled, and one is missing at most',
		holds: ({ missing, doubled }) => doubled === 0 && missing <= 1,
	},
	repeated: { about: 'nothing is missing', holds: ({ missing }) => missing === 0 },
};

/** Of each way in some rounds together, in the form in which the other parts have theirs. */
function sumOf(rounds: readonly Books[]): Map<string, Arrived> {
	const titles = [...new Set(rounds.map(titleOf))];
	const results = titles.map((title) => {
		const of = rounds.filter((books) => titleOf(books) === title);
		const sum = (count: (books: Books) => number) =>
			of.reduce((total, books) => total + count(books), 0);
		const written = sum(({ deals }) => deals);
		const lost = sum(({ missing }) => missing);
		const listed = (status: string) =>
			sum(({ executions }) => executions.filter(([is]) => is === status).length);
		const arrived = {
			...{ written, handedOut: written - lost, lost },
			doubled: sum(({ doubled }) => doubled),
			...{ crashed: listed('crashed'), failed: listed('error') },
			unexplained: sum(({ unexplained }) => unexplained.length),
		};
		return [title, arrived] as const;
	});
	return new Map(results);
}

const titled = (what: string, all: ReadonlyMap<string, Arrived>) =>
	Object.fromEntries([...all].map(([way, arrived]) => [`${way}, ${what}`, arrived]));

export const chain: Part = {
	name: 'chain',
	about: 'from a deal to a mail and to a chat message, through refusals and kills of n8n',
	isBase: false,
	needs: [],
	run: async (world) => {
		const { scratch } = world.site;
		const began = Date.now();
		const unanswered = new Unanswered();
		const refused = new Refused(unanswered.taking);
		const mail = await MailServer.start(scratch, refused.taking);
		const chat = await ChatServer.start(scratch, refused.taking);
		const running = await Chain.start(world, { mail, chat, unanswered, refused });
		try {
			await withoutKill(world, running);
			const refused = sumOf(await withRefusal(world, running));
			const killed: Books[] = [];
			for (const kill of KILLS) killed.push(...(await withKill(world, running, kill)));
			const retried = sumOf(await retriedAfterKill(world, running, killed.slice(-ways().length)));
			world.tell('chain', {
				done: { kills: KILLS.length, refusals: 1, dealsAtOnce: DEALS },
				minutes: minutesSince(began),
				results: {
					...Object.fromEntries(sumOf(killed)),
					...titled('refused and retried', refused),
					...titled('killed and retried', retried),
				},
			});
		} finally {
			await running.stop();
		}
	},
};
