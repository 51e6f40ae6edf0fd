/** One history over real HTTP: a life of the sandbox, and all triggers of one cell beside it. */
import type { IDataObject } from 'n8n-workflow';
import { request } from 'undici';
import type { Poller } from '../../../../../harness';
import { randomFrom } from '../../../../support/random';
import { speak } from '../../../../support/testSandbox';
import { records, type Emitted, type TriggerFixture } from '../../../../support/triggerFixture';
import type { Cell } from './cells';
import { complaints, type Commit, type Written } from './oracle';

/** The time of n8n and the sandbox, which only passes when a test says so. */
export interface Time {
	now: number;
}

/** What is drawn by chance, the same for the same seed. */
export function randomOf(seed: number) {
	const next = randomFrom(seed);
	return {
		below: (limit: number) => Math.floor(next() * limit),
		of: <Each>(list: readonly Each[]): Each => list[Math.floor(next() * list.length)]!,
		chance: (share: number) => next() < share,
	};
}

export interface Given {
	readonly seed: number;
	readonly steps: number;
}

interface Trigger {
	readonly event: string;
	readonly poller: Poller;
	readonly emitted: Emitted[];
}

const SECOND = 1_000;
const HOUR = 3_600_000;
const PHASES = [1, 2, 3, 4];
const FAULTS: readonly IDataObject[] = [
	{ status: 429, headers: { 'retry-after': '2' } },
	{ status: 500 },
	{ status: 503 },
	{ action: 'reset' },
	{ action: 'truncate' },
];

export class HttpHistory {
	private readonly random: ReturnType<typeof randomOf>;

	private readonly world = new Map<number, Written & { before?: Commit }>();

	private triggers: Trigger[] = [];

	private texts = 0;

	private lagMs = 0;

	constructor(
		private readonly fixture: TriggerFixture,
		private readonly cell: Cell,
		private readonly time: Time,
		private readonly given: Given,
	) {
		this.random = randomOf(given.seed);
	}

	/** What was wrong at its end. */
	async run(): Promise<string[]> {
		await this.turnOptions();
		for (let i = 0; i < 4; i++) await this.create();
		// Some are older than the lookback: what they were is learned apart.
		this.time.now += this.lagMs + this.random.of([10, 400]) * SECOND;
		for (const [id, { commits }] of this.world) {
			this.world.set(id, { commits, before: commits.at(-1) });
		}
		await this.publish();
		for (let step = 0; step < this.given.steps; step++) await this.step();
		await this.comeToRest();
		return this.triggers.flatMap(({ event, emitted }) =>
			complaints(event, emitted, this.world, this.cell),
		);
	}

	private async turnOptions(): Promise<void> {
		const { random } = this;
		this.lagMs = random.of([0, 0, 3 * SECOND, 50 * SECOND]);
		await this.fixture.options({
			visibilityLagMs: this.lagMs,
			timestampGranularityMs: random.of([1, 1, SECOND]),
			windowEnds: random.of(['inclusive', 'exclusive']),
			cursorKind: random.of(['keyset', 'offset']),
			createdBeforeUpdatedMs: random.of([0, 3]),
			shownTimesRoundedMs: random.of([0, 0, SECOND]),
			shuffleKeys: random.chance(0.3),
			shortPages: random.chance(0.3),
		});
		// Where page lists tell no total, only an empty page is their end.
		await speak(this.fixture.sandbox, random.chance(0.3) ? ['no-total-count'] : []);
	}

	private async publish(): Promise<void> {
		const { authentication, resource, parameters, text, events } = this.cell;
		this.triggers = events.map((event) => {
			const isFields = event === 'fields';
			const options = {
				deletionSweepHours: 1,
				...(isFields && { fieldsToWatch: text }),
			};
			const poller = this.fixture.watch({
				engine: this.random.of(['default', 'durable']),
				parameters: {
					...parameters,
					...{ authentication, resource, options, event: isFields ? 'updated' : event },
				},
			});
			return { event, poller, emitted: [] };
		});
		for (const { poller, emitted } of this.triggers) {
			emitted.push(...records(await poller.activate()));
		}
	}

	private async step(): Promise<void> {
		const { random, time } = this;
		const kind = random.below(20);
		if (kind < 3) await this.create();
		else if (kind < 9) await this.update();
		else if (kind < 10) await this.remove();
		else if (kind < 13) time.now += random.of([1, 40, 700, 2_500, 9_000]);
		else if (kind < 15) time.now += random.of([61 * SECOND, 400 * SECOND, HOUR]);
		else if (kind < 16) await this.restart(random.of(this.triggers));
		else await this.pollSome();
	}

	private contentOf(phase: number): Commit {
		return { at: this.time.now, text: `text ${++this.texts}`, phase };
	}

	private rowOf({ text, phase }: Commit): IDataObject {
		const { cell } = this;
		const moved = cell.hasPhases && { phase: { id: phase }, ...(phase > 2 && { reason: 'Over' }) };
		return { ...cell.row, [cell.text]: text, ...moved };
	}

	private async create(): Promise<void> {
		const count = this.random.of([1, 1, 3]);
		const commits = Array.from({ length: count }, () => this.contentOf(this.random.of(PHASES)));
		const rows = commits.map((commit) => this.rowOf(commit));
		const ids = await this.fixture.write(this.cell.resource, rows);
		ids.forEach((id, at) => this.world.set(id, { commits: [commits[at]!] }));
	}

	private alive(): Array<[number, Written]> {
		return [...this.world].filter(([, { deleted }]) => !deleted);
	}

	private async update(): Promise<void> {
		const alive = this.alive();
		if (alive.length === 0) return;
		const [id, { commits }] = this.random.of(alive);
		const phase = this.random.chance(0.5) ? commits.at(-1)!.phase : this.random.of(PHASES);
		const commit = this.contentOf(phase);
		await this.fixture.write(this.cell.resource, [{ ...this.rowOf(commit), id }]);
		commits.push(commit);
	}

	private async remove(): Promise<void> {
		const alive = this.alive();
		if (alive.length === 0) return;
		const [id, written] = this.random.of(alive);
		const { resource, path } = this.cell;
		const key = resource.endsWith('Action') ? 'actionId' : `${resource}Id`;
		const { error } = await this.fixture.run(`${resource}.delete`, {
			parameters: { [key]: id, ...path },
		});
		if (error) throw error;
		written.deleted = true;
	}

	private async restart({ poller, emitted }: Trigger): Promise<void> {
		poller.restart();
		emitted.push(...records(await poller.activate('init')));
	}

	private async pollSome(): Promise<void> {
		const { random } = this;
		const isFaulty = random.chance(0.3);
		const all = random.chance(0.5) ? this.triggers : [random.of(this.triggers)];
		if (isFaulty) {
			const fault = random.of(FAULTS);
			await this.fixture.fault('GET /v', { times: random.of([1, 2, 20]), ...fault });
		}
		for (const { poller, emitted } of all) {
			try {
				emitted.push(...records(await poller.poll()));
			} catch (error) {
				if (!isFaulty) throw error;
			}
		}
		if (isFaulty) await request(`${this.fixture.sandbox.admin}/faults`, { method: 'DELETE' });
	}

	/** Polls until nothing new has come for longer than anything could be late. */
	private async comeToRest(): Promise<void> {
		for (const each of [61 * SECOND, 61 * SECOND, 400 * SECOND, HOUR, HOUR, HOUR]) {
			this.time.now += each;
			for (const { poller, emitted } of this.triggers) {
				emitted.push(...records(await poller.poll()));
			}
		}
	}
}
