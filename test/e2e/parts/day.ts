/**
 * A day of a busy account in twenty minutes, on the sandbox's clock: ten triggers, two exports at night, an
 * import, a permission that is taken away for an hour, a quota that is used up at 20:00. Nothing is lost,
 * each consumer's requests are counted, and the memory of n8n stays as it is (docs/reliability.md).
 * `E2E_DAY=4` takes so many minutes: longer from poll to poll, the same changes.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { contains, equal, isTrue } from '../checks';
import type { Books } from '../day/books';
import { happeningsOf, TIMES, type Done } from '../day/happenings';
import { DAY_MINUTES } from '../day/load';
import { isFlat, levelsOf, mostFor } from '../day/memory';
import { Rounds } from '../day/rounds';
import { allWatching, staged, TICK_MS, type Stage, type Watching } from '../day/stage';
import { booksOf, holds, inMinutes, PARTS_OF_THE_DAY, quotaTold, troublesOf } from '../day/verdict';
import { GUESTS } from '../day/watches';
import { minutesSince, type Arrived } from '../figures';
import type { World } from '../world';
import type { Part } from './part';

const MINUTES = Number(process.env.E2E_DAY ?? 20);
/** Of the service, from poll to poll. */
const FROM_POLL_TO_POLL = Math.ceil((DAY_MINUTES * TICK_MS) / (MINUTES * 60_000));
/** For what the four hours without requests left, and for what is held back for a poll. */
const AFTERWARDS = 4;
/** What n8n still executes after the last poll. */
const TELLING_MS = 10_000;

interface Day {
	readonly stage: Stage;
	readonly all: readonly Watching[];
	readonly rounds: Rounds;
	readonly done: Done;
}

async function lived(world: World): Promise<Day> {
	const stage = await staged(world);
	const all = await allWatching(stage);
	const rounds = new Rounds(stage, all);
	// The first polls only remember where they stand.
	await pause(TICK_MS);
	await rounds.settle();
	await world.check(`${all.length} triggers are published, and poll`, () => {
		equal(
			all.map(({ polls }) => polls.length > 0),
			all.map(() => true),
		);
	});
	const done = await happeningsOf(stage, rounds, all);
	const hours = new Map(done.happenings);
	for (let minute = 0; minute < DAY_MINUTES; minute += 60) {
		hours.set(minute, async () => {
			await stage.memory.look();
			await done.happenings.get(minute)?.();
			if (minute % 240 === 0) console.log(`  ${minute / 60}:00`);
		});
	}
	await rounds.day(FROM_POLL_TO_POLL, hours);
	await rounds.after(FROM_POLL_TO_POLL, AFTERWARDS);
	await pause(TELLING_MS);
	await stage.memory.look();
	return { stage, all, rounds, done };
}

/** What is in the journal is what the service has in the end. */
async function journalIsTrue({ stage }: Day): Promise<void> {
	const { world, service, journal } = stage;
	await service.steer('PATCH', '/options', { dailyLimit: null });
	await world.check('the journal of what was written is what the service has', async () => {
		for (const [kind, list] of [
			['deal', 'deals'],
			['customer', 'customers'],
			['contact', 'contacts'],
		] as const) {
			const stored = await service.all<{ id: number; name: string }>(list);
			const names = new Map(stored.map(({ id, name }) => [id, name]));
			const wrong = journal.lastOf(kind).filter(({ record, name }) => names.get(record) !== name);
			equal(wrong.slice(0, 5), []);
		}
	});
}

async function troublesTold({ stage, all }: Day, books: ReadonlyMap<Watching, Books>) {
	const { world } = stage;
	const guest = all.find(({ watch }) => watch.name === GUESTS);
	const booksOfGuest = guest && books.get(guest);
	if (!guest || !booksOfGuest) throw new Error('There is no guest');
	await world.check('without the permission its trigger says what may be missing', () => {
		contains(troublesOf(stage, guest).join('\n'), 'is a permission missing?');
	});
	const hidden = inMinutes(stage, guest, booksOfGuest, PARTS_OF_THE_DAY.hidden);
	await world.check(`given back, it tells all of that hour: ${hidden.written} versions`, () => {
		isTrue('something was written', hidden.written > 0);
		equal(hidden.lost, 0);
	});
	const pollsFailed = await quotaTold(stage, all);
	const parts = [...books].map(([each, of]) => inMinutes(stage, each, of, PARTS_OF_THE_DAY.usedUp));
	const written = parts.reduce((sum, part) => sum + part.written, 0);
	await world.check(`renewed, they tell all of those hours: ${written} of ten triggers`, () => {
		equal(
			parts.map((part) => [part.written > 0, part.lost]),
			parts.map(() => [true, 0]),
		);
	});
	return { pollsFailed, hidden: hidden.written, usedUp: written };
}

/** Of the whole day, and whose they were. */
async function requestsCounted({ stage, all, done }: Day): Promise<Map<number, number>> {
	const { service, requests, world } = stage;
	const numbers = [...all, ...Object.values(done.results)].map(({ number }) => number);
	const counts = new Map(numbers.map((number) => [number, 0]));
	const end = service.midnight + TIMES.renewed * 60_000;
	const others = new Set<number | null>();
	for (const { tokenNumber, time } of requests.all) {
		const at = Date.parse(time);
		if (at < service.midnight || at >= end || tokenNumber === service.onlooker.number) continue;
		const count = counts.get(tokenNumber ?? 0);
		if (count === undefined) others.add(tokenNumber);
		else counts.set(tokenNumber ?? 0, count + 1);
	}
	await world.check('every request has a consumer, and every consumer requests', () => {
		equal([[...others], [...counts.values()].filter((count) => count === 0)], [[], []]);
	});
	return counts;
}

async function memoryIsFlat({ stage }: Day) {
	const { samples } = stage.memory;
	const [rss, heap] = [
		levelsOf(samples.map((each) => each.rss)),
		levelsOf(samples.map((each) => each.heap)),
	];
	console.log(`  memory in MiB, from hour to hour: ${JSON.stringify(samples)}`);
	const title = `memory: ${rss.first} MiB, then ${rss.second} (heap ${heap.first}, ${heap.second})`;
	await stage.world.check(title, () => {
		isTrue('it was looked at every hour', samples.length >= 24);
		isTrue(`the process has more than ${mostFor(rss)} MiB`, isFlat(rss));
		isTrue(`the heap has more than ${mostFor(heap)} MiB`, isFlat(heap));
	});
	return {
		...{ firstHalf: rss.first, secondHalf: rss.second },
		...{ heapFirstHalf: heap.first, heapSecondHalf: heap.second },
	};
}

export const day: Part = {
	name: 'day',
	about: 'a day of a busy account in twenty minutes: ten triggers, exports, an import, a quota',
	isBase: false,
	needs: [],
	run: async (world) => {
		const began = Date.now();
		const lives = await lived(world);
		const { stage, all, rounds, done } = lives;
		try {
			await journalIsTrue(lives);
			const books = new Map(all.map((each) => [each, booksOf(stage, each)]));
			for (const [each, of] of books) await holds(stage, each, of);
			const { pollsFailed, hidden, usedUp } = await troublesTold(lives, books);
			const counts = await requestsCounted(lives);
			const results: Record<string, Arrived> = {};
			for (const [{ watch, number }, { arrived }] of books) {
				results[watch.name] = { ...arrived, requests: counts.get(number) ?? 0 };
			}
			for (const [name, { number, ...arrived }] of Object.entries(done.results)) {
				results[name] = { ...arrived, requests: counts.get(number) ?? 0 };
			}
			world.tell('day', {
				done: {
					...{ hours: 24, triggers: all.length, roundsOfPolls: rounds.count, pollsFailed },
					...{ versions: stage.journal.versions.length, changedAtOnce: done.changedAtOnce },
					...{ versionsWhileHidden: hidden, versionsWhileUsedUp: usedUp },
				},
				minutes: minutesSince(began),
				results,
				memory: await memoryIsFlat(lives),
			});
		} finally {
			await stage.n8n.process.stop();
			await stage.listener.close();
		}
	},
};
