/**
 * Real work against a sandbox that fails: what it holds in the end is compared with what the node
 * said of each item, and with what the trigger handed out.
 */
import type { IDataObject } from 'n8n-workflow';
import { request } from 'undici';
import { LIMITS } from '../../nodes/SalesManagement/shared';
import { startSandbox, type Sandbox } from '../../sandbox';
import { freshRecords } from '../../test/support/wire/records';
import type { Ids } from '../../test/support/wire';
import { BOUNDS, prepare } from '../../test/property/support/hostile/trial';
import { createPoller, credentialsOf, runNode, type Poller } from '../../test/support/harness';
import { chance, type Chance } from '../random';
import { steering, type Steer } from '../service';
import { Books, type Change, type Found, type Row } from './books';
import { FAULTS } from './faults';
import { none, type Outcome, type Round } from './figures';
import { KINDS, offers, type Kind } from './kinds';
import { toldOf, type Told } from './told';

const MINUTE = 60_000;
/** So that a hanging answer is given up soon; what is read to compare it has its usual time. */
const SHORT = { beginningMs: 150, wholeRequestMs: 250 };
/** An id that no record has. */
const NOBODY = 99_999_999;

/** One round of work on a sandbox of its own, which is empty at first and compared at the end. */
export async function workOnFaultySandbox({ from, operations, seed }: Round): Promise<Outcome> {
	const { restore } = prepare({});
	const usual = { ...LIMITS };
	const sandbox = await startSandbox({
		seed: 'empty',
		set: { rateLimit: 0, dailyLimit: 100_000_000, unknownParameters: 'refuse' },
	});
	const figures = none();
	try {
		const ids = await freshRecords(sandbox);
		const work = new FaultyWork(sandbox, ids, chance(Math.imul(seed + from, 0x9e37_79b1) >>> 0));
		await work.begin();
		Object.assign(LIMITS, SHORT);
		for (; figures.operations < operations; figures.operations++) {
			if ((await work.operate()) > BOUNDS.ms) figures.pastBounds++;
		}
		Object.assign(LIMITS, usual);
		await work.settle();
		const { lost, invented, untrue, eventsLost, doubled, eventsDoubled } = work.books.counts;
		figures.faultsInjected = work.faults;
		figures.resultsLost = lost + invented + untrue + eventsLost;
		figures.resultsDoubled = doubled + eventsDoubled;
		figures.recordsCompared = work.books.compared;
		return { figures, broken: work.books.examples };
	} finally {
		restore();
		await sandbox.close();
	}
}

const kinds = Object.keys(KINDS) as Kind[];

class FaultyWork {
	readonly books = new Books();
	faults = 0;
	private readonly steer: Steer;
	private readonly pollers = new Map<Kind, Poller>();
	private serial = 0;

	constructor(
		private readonly service: Sandbox,
		private readonly ids: Ids,
		private readonly chance: Chance,
	) {
		this.steer = steering(service);
	}

	/** A trigger for each kind that is watched; what is there already is none of its events. */
	async begin(): Promise<void> {
		for (const kind of kinds) {
			const there = await this.all(kind);
			this.books.open(
				kind,
				there.map(({ id }) => id),
			);
			if (!KINDS[kind].isWatched) continue;
			const poller = createPoller({
				credentials: this.credentials,
				parameters: {
					...{ authentication: 'teamToken', resource: kind, event: 'createdOrUpdated' },
					options: { lookbackMinutes: 1 },
				},
			});
			await poller.activate();
			this.pollers.set(kind, poller);
		}
	}

	private get credentials() {
		return credentialsOf(this.service, { requestsPerSecond: 1000 });
	}

	private upTo = (most: number) => 1 + Math.floor(this.chance() * most);
	private one = <Each>(of: readonly Each[]): Each =>
		of[Math.floor(this.chance() * of.length)] as Each;

	/** One operation, with or without faults. Returns how long it took, in milliseconds. */
	async operate(): Promise<number> {
		if (this.chance() < 0.6) {
			const faults = Array.from({ length: this.upTo(3) }, () => this.one(FAULTS));
			await this.steer('POST', '/faults', faults);
			this.faults += faults.length;
		}
		const started = performance.now();
		await this.work(this.one(kinds));
		const ms = performance.now() - started;
		const left = await this.steer<Array<{ left: number }>>('GET', '/faults');
		this.faults -= left.reduce((sum, each) => sum + each.left, 0);
		if (left.length > 0) await this.steer('DELETE', '/faults');
		return ms;
	}

	private async work(kind: Kind): Promise<void> {
		const create = async () => await this.create(kind, 'create', this.rows(this.upTo(4)));
		const possible: Array<() => Promise<void>> = [
			create,
			create,
			async () => await this.remove(kind),
		];
		if (offers(kind, 'createMany')) {
			possible.push(async () => await this.create(kind, 'createMany', this.rows(this.upTo(25))));
		}
		if (offers(kind, 'createOrUpdate')) possible.push(async () => await this.upsert(kind));
		for (const operation of ['update', 'updateMany']) {
			if (offers(kind, operation)) possible.push(async () => await this.change(kind, operation));
		}
		const poller = this.pollers.get(kind);
		if (poller) possible.push(async () => await this.poll(kind, poller));
		await this.one(possible)();
	}

	private async run(
		kind: Kind,
		name: string,
		given: IDataObject,
		input: IDataObject[],
	): Promise<Told> {
		const inBulk = name.endsWith('Many') && {
			...{ dealType: this.ids.dealType, options: { batchSize: this.upTo(12) } },
		};
		const result = await runNode({
			parameters: {
				...{ authentication: 'teamToken', resource: kind, operation: name },
				...{ ...given, ...inBulk },
			},
			credentials: this.credentials,
			input,
			continueOnFail: this.chance() < 0.5,
		});
		return toldOf(result, KINDS[kind].key);
	}

	/** Sometimes with a row that the service refuses. */
	private rows(count: number): Row[] {
		const rows: Row[] = Array.from({ length: count }, () => ({ name: `chaos ${++this.serial}.` }));
		if (this.chance() < 0.3) Object.assign(this.one(rows), { reference: NOBODY });
		return rows;
	}

	private async create(kind: Kind, operation: string, input: Row[]): Promise<void> {
		const told = await this.run(kind, operation, KINDS[kind].form(this.ids), input);
		this.books.created(kind, input, told);
	}

	/** Some are new, some exist, some come twice. */
	private async upsert(kind: Kind): Promise<void> {
		const fresh = this.rows(this.upTo(3));
		const known = this.books.someName(kind, this.chance);
		const input = [
			...fresh,
			...(known === undefined ? [] : [{ name: known }]),
			...fresh.slice(0, 1),
		];
		const parameters = { ...KINDS[kind].form(this.ids), matchBy: 'name' };
		this.books.created(kind, input, await this.run(kind, 'createOrUpdate', parameters, input));
	}

	/** A few records, each once, and sometimes one that is not there. */
	private some(kind: Kind): number[] {
		const ids = this.books.someIds(kind, this.upTo(6), this.chance);
		return this.chance() < 0.2 || ids.length === 0 ? [...ids, NOBODY] : ids;
	}

	private async change(kind: Kind, operation: string): Promise<void> {
		const { key, note } = KINDS[kind];
		const changes: Change[] = this.some(kind).map((id) => ({ id, note: `note ${++this.serial}` }));
		const updateFields = { [note]: '={{ $json.note }}' };
		const parameters = { [key]: '={{ $json.id }}', updateFields };
		this.books.changed(kind, changes, await this.run(kind, operation, parameters, changes));
	}

	private async remove(kind: Kind): Promise<void> {
		const ids = this.some(kind);
		const parameters = { [KINDS[kind].key]: '={{ $json.id }}' };
		const input = ids.map((id) => ({ id }));
		this.books.removed(kind, ids, await this.run(kind, 'delete', parameters, input));
	}

	private async poll(kind: Kind, poller: Poller): Promise<void> {
		try {
			this.books.emitted(kind, (await poller.poll()) ?? []);
		} catch {
			// A poll that fails hands out nothing; the next one makes up for it.
		}
	}

	/** Without faults: everything is read, and compared. */
	async settle(): Promise<void> {
		for (const [kind, poller] of this.pollers) {
			for (let quiet = 0; quiet < 3;) {
				await this.steer('POST', '/clock', { advanceMs: 2 * MINUTE });
				const items = (await poller.poll()) ?? [];
				this.books.emitted(kind, items);
				quiet = items.length === 0 ? quiet + 1 : 0;
			}
		}
		for (const kind of kinds) this.books.close(kind, await this.all(kind));
	}

	private async all(kind: Kind): Promise<Found[]> {
		const { plural, name, note } = KINDS[kind];
		const records: IDataObject[] = [];
		for (let cursor = ''; ;) {
			const { body } = await request(`${this.service.v2}/${plural}?limit=1000${cursor}`, {
				headers: { authorization: `Bearer ${this.service.credentials.team}` },
			});
			const page = (await body.json()) as Record<string, unknown>;
			records.push(...(page[plural] as IDataObject[]));
			if (typeof page.nextCursor !== 'string' || page.nextCursor === '') break;
			cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
		}
		return records.map((record) => ({
			id: record.id as number,
			name: (record[name] ?? '') as string,
			note: (record[note] ?? '') as string,
			updatedAt: record.updatedAt as string,
		}));
	}
}
