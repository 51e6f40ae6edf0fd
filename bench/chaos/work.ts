/**
 * Real work against a sandbox that fails: what it holds in the end is compared with what the node
 * said of each item, and with what the trigger handed out.
 */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { request } from 'undici';
import {
	createPoller,
	credentialsOf,
	runNode,
	type CredentialSet,
	type NodeResult,
	type Poller,
} from '../../test/support/harness';
import { Books, toldOf, type Found, type Row } from './books';
import { startSandbox, type Sandbox } from '../../sandbox';
import { LIMITS } from '../../nodes/SalesManagement/api/limits';
import { BOUNDS, prepare } from '../../test/property/support/hostile/trial';
import { steering, type Steer } from '../service';
import { chance } from '../soak-writer';
import { none, type Outcome, type Share } from './figures';

type Chance = () => number;

const FAULTS: readonly object[] = [
	{ status: 429 },
	{ status: 429, headers: { 'retry-after': '0' } },
	{ status: 429, headers: { 'retry-after': '3600' } },
	{ status: 500 },
	{ status: 502, body: '<html>Bad gateway</html>' },
	{ status: 503, headers: { 'retry-after': '2' } },
	{ status: 504, body: '' },
	{ status: 200, body: '<html>Sign in</html>' },
	{ action: 'reset' },
	{ action: 'hang' },
	{ action: 'truncate' },
	{ action: 'garbage' },
];

const MINUTE = 60_000;

/** So that a hanging answer is given up soon; what is read to compare it has its usual time. */
const SHORT = { beginningMs: 150, wholeRequestMs: 250 };

/** One round of work on a sandbox of its own, which is empty at first and compared at the end. */
export async function workOnFaultySandbox({ from, operations, seed }: Share): Promise<Outcome> {
	const usual = { ...LIMITS };
	const { restore } = prepare();
	// Lists are read whole here, and bulk writes are divided as far as they are in earnest.
	Object.assign(LIMITS, usual);
	const sandbox = await startSandbox({
		seed: 'empty',
		set: { rateLimit: 0, dailyLimit: 100_000_000 },
		checkResponses: false,
	});
	const figures = none();
	try {
		const work = new FaultyWork(sandbox, chance(Math.imul(seed + from, 0x9e37_79b1) >>> 0));
		await work.begin();
		Object.assign(LIMITS, SHORT);
		for (; figures.operations < operations; figures.operations++) {
			if ((await work.operate()) > BOUNDS.ms) figures.pastBounds++;
		}
		Object.assign(LIMITS, usual);
		await work.settle();
		const { books } = work;
		figures.faultsInjected = work.faults;
		figures.resultsLost = books.lost + books.invented + books.eventsLost;
		figures.resultsDoubled = books.doubled + books.eventsDoubled;
		figures.recordsCompared = books.compared;
		return { figures, broken: books.examples };
	} finally {
		restore();
		await sandbox.close();
	}
}

class FaultyWork {
	readonly books = new Books();
	faults = 0;
	private readonly steer: Steer;
	private readonly poller: Poller;
	private serial = 0;

	constructor(
		private readonly service: Sandbox,
		private readonly chance: Chance,
	) {
		this.steer = steering(service);
		this.poller = this.reader();
	}

	/** A trigger that watches the empty service. */
	async begin(): Promise<void> {
		await this.poller.activate();
	}

	private get credentials(): CredentialSet {
		return credentialsOf(this.service, { requestsPerSecond: 1000 });
	}

	private reader(): Poller {
		return createPoller({
			credentials: this.credentials,
			parameters: {
				authentication: 'teamToken',
				resource: 'contact',
				event: 'createdOrUpdated',
				options: { lookbackMinutes: 1 },
			},
		});
	}

	private upTo = (most: number) => 1 + Math.floor(this.chance() * most);

	/** One operation, with or without faults. Returns how long it took, in milliseconds. */
	async operate(): Promise<number> {
		if (this.chance() < 0.6) {
			const faults = Array.from({ length: this.upTo(3) }, () => {
				return FAULTS[Math.floor(this.chance() * FAULTS.length)];
			});
			await this.steer('POST', '/faults', faults);
			this.faults += faults.length;
		}
		const started = performance.now();
		const work = [this.create, this.create, this.createMany, this.upsert, this.update, this.poll];
		await (work[Math.floor(this.chance() * work.length)] ?? this.poll)();
		const ms = performance.now() - started;
		const left = await this.steer<Array<{ left: number }>>('GET', '/faults');
		this.faults -= left.reduce((sum, each) => sum + each.left, 0);
		if (left.length > 0) await this.steer('DELETE', '/faults');
		return ms;
	}

	private async run(
		operation: string,
		parameters: IDataObject,
		input: IDataObject[],
	): Promise<NodeResult> {
		const [resource, name] = operation.split('.');
		return await runNode({
			parameters: { authentication: 'teamToken', resource, operation: name, ...parameters },
			credentials: this.credentials,
			input,
			continueOnFail: this.chance() < 0.5,
		});
	}

	private names = (count: number) =>
		Array.from({ length: count }, () => ({ name: `chaos ${++this.serial}.` }));

	private create = async (): Promise<void> => {
		const input = this.names(this.upTo(4));
		const parameters = { name: '={{ $json.name }}' };
		this.books.asked('contact', input, toldOf(await this.run('contact.create', parameters, input)));
	};

	/** Sometimes with a row that the service refuses. */
	private createMany = async (): Promise<void> => {
		const input: Row[] = this.names(this.upTo(25));
		if (this.chance() < 0.3)
			Object.assign(input[this.upTo(input.length) - 1] ?? {}, { role: 99_999 });
		const parameters = {
			name: '={{ $json.name }}',
			additionalFields: { ownerRoleId: '={{ $json.role }}' },
			options: { batchSize: this.upTo(12) },
		};
		const result = await this.run('customer.createMany', parameters, input);
		this.books.asked('customer', input, toldOf(result));
	};

	/** Some are new, some exist, some come twice. */
	private upsert = async (): Promise<void> => {
		const fresh = this.names(this.upTo(3));
		const known = this.books.someName('contact', this.chance);
		const input = [
			...fresh,
			...(known === undefined ? [] : [{ name: known }]),
			...fresh.slice(0, 1),
		];
		const parameters = { name: '={{ $json.name }}', matchBy: 'name' };
		const result = await this.run('contact.createOrUpdate', parameters, input);
		this.books.asked('contact', input, toldOf(result));
	};

	private update = async (): Promise<void> => {
		const id = this.books.someId('contact', this.chance);
		if (id === undefined) {
			await this.create();
			return;
		}
		const updateFields = { memo: `Seen ${++this.serial} times` };
		await this.run('contact.update', { contactId: String(id), updateFields }, [{}]);
	};

	private poll = async (): Promise<void> => {
		try {
			this.books.emitted((await this.poller.poll()) ?? []);
		} catch {
			// A poll that fails hands out nothing; the next one makes up for it.
		}
	};

	/** Without faults: everything is read, and compared. */
	async settle(): Promise<void> {
		for (let quiet = 0; quiet < 3;) {
			await this.steer('POST', '/clock', { advanceMs: 2 * MINUTE });
			const items: INodeExecutionData[] = (await this.poller.poll()) ?? [];
			this.books.emitted(items);
			quiet = items.length === 0 ? quiet + 1 : 0;
		}
		this.books.close('contact', await this.all('contacts'));
		this.books.close('customer', await this.all('customers'));
	}

	private async all(plural: 'contacts' | 'customers'): Promise<Found[]> {
		const records: Found[] = [];
		for (let cursor = ''; ;) {
			const { body } = await request(`${this.service.v2}/${plural}?limit=1000${cursor}`, {
				headers: { authorization: `Bearer ${this.service.credentials.team}` },
			});
			const page = (await body.json()) as Partial<Record<string, Found[]>> & {
				nextCursor?: string;
			};
			records.push(...(page[plural] ?? []));
			if (!page.nextCursor) return records;
			cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
		}
	}
}
