/** The people at the service's other ends: what they write in each minute, and the journal of it. */
import type { Journal, Version } from './journal';
import { amountsIn, KINDS, type Amount, type Kind } from './load';
import type { Service } from './service';
import { NAMED, VIP } from './watches';

/** What is there before the day begins; deals are generated. */
const STANDING: Readonly<Record<Kind, number>> = {
	...{ deal: 4_500, customer: 300, contact: 400, dealAction: 100, customObject: 100 },
};
/** Of last week. */
const GENERATED_YEARS = 0.02;
/** As long as deals are changed, one of them is won at every fifth minute, and is left alone from then on. */
const FROM_WIN_TO_WIN = 5;
const WON = 2;
/** How often a record is changed that was changed a moment ago. */
const AGAIN = 0.1;
const A_MOMENT = 8;
/** How many of the contacts are told by a search word. */
const VIPS = 0.3;

const ofKind = (kind: Kind) => (kind === 'customObject' ? { customObjectDefKey: 'ticket' } : {});

interface Deal {
	readonly id: number;
	readonly dealType: { readonly id: number };
	readonly phase: { readonly id: number; readonly status: number };
}

/** The deals that can be won, each with the phase in which it is then. */
function winnable(deals: readonly Deal[]): Map<number, number> {
	const won = new Map(
		deals.flatMap(({ dealType, phase }) => (phase.status === WON ? [[dealType.id, phase.id]] : [])),
	);
	const open = deals.filter(({ phase }) => phase.status !== WON);
	return new Map(open.map(({ id, dealType }) => [id, won.get(dealType.id) ?? 0]));
}

export class Writer {
	private readonly ids = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]));
	private readonly recent = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]));
	private readonly vips = new Set<number>();
	private winnable = new Map<number, number>();
	private names = 0;

	constructor(
		private readonly service: Service,
		private readonly journal: Journal,
	) {}

	/** What was there before. Nothing of it is in the journal. */
	async prepare(): Promise<void> {
		const { service } = this;
		const { deal: count } = STANDING;
		await service.steer('POST', '/generate/deal', { count, years: GENERATED_YEARS });
		const deals = await service.all<Deal>('deals');
		this.winnable = winnable(deals);
		this.ids.get('deal')?.push(...deals.map(({ id }) => id));
		for (const kind of KINDS.filter((each) => each !== 'deal')) {
			const rows = Array.from({ length: STANDING[kind] }, () => this.row(kind));
			const ids = await this.send(kind, rows);
			this.ids.get(kind)?.push(...ids);
			if (kind === 'contact') this.remember(ids, rows);
		}
	}

	/** What is created and changed in a minute of the day. */
	async write(minute: number): Promise<void> {
		for (const amount of amountsIn(minute)) {
			await this.writeOf(amount);
			const { kind, changed } = amount;
			if (kind === 'deal' && changed > 0 && minute % FROM_WIN_TO_WIN === 0) await this.win();
		}
	}

	/** Many deals at one moment. Answers how many. */
	async writeMany(most: number): Promise<number> {
		const ids = (this.ids.get('deal') ?? []).slice(0, most);
		await this.change('deal', ids);
		return ids.length;
	}

	async create(kind: Kind, rows: ReadonlyArray<Record<string, unknown>>): Promise<number[]> {
		const ids = await this.written(kind, rows);
		this.ids.get(kind)?.push(...ids);
		return ids;
	}

	/** The import wrote it. @param until when what was there before it still was, for sure */
	noteImported(version: Omit<Version, 'isFirst' | 'isWin' | 'kind'>, until: number): void {
		const customers = this.ids.get('customer') ?? [];
		const isFirst = !customers.includes(version.record);
		if (isFirst) customers.push(version.record);
		this.journal.note({ ...version, kind: 'customer', isFirst, isWin: false }, until);
	}

	private async win(): Promise<void> {
		const [first] = this.winnable;
		if (!first) return;
		const [id, phase] = first;
		this.winnable.delete(id);
		for (const known of [this.ids, this.recent]) {
			const others = known.get('deal')?.filter((each) => each !== id) ?? [];
			known.set('deal', others);
		}
		const row = { id, ...this.row('deal'), phase: { id: phase }, reason: 'The best offer' };
		await this.written('deal', [row]);
	}

	private async writeOf({ kind, created, changed }: Amount): Promise<void> {
		if (changed > 0) await this.change(kind, this.chosen(kind, changed));
		if (created === 0) return;
		const rows = Array.from({ length: created }, () => this.row(kind));
		const ids = await this.create(kind, rows);
		if (kind === 'contact') this.remember(ids, rows);
	}

	private async change(kind: Kind, ids: readonly number[]): Promise<void> {
		const rows = ids.map((id) => ({ id, ...this.row(kind, this.vips.has(id)) }));
		await this.written(kind, rows);
	}

	/** Different records by chance, some of them changed a moment ago. */
	private chosen(kind: Kind, count: number): number[] {
		const [all, recent] = [this.ids.get(kind) ?? [], this.recent.get(kind) ?? []];
		const chosen = new Set<number>();
		while (chosen.size < Math.min(count, all.length)) {
			const from = recent.length > 0 && Math.random() < AGAIN ? recent : all;
			const id = from[Math.floor(Math.random() * from.length)];
			if (id !== undefined) chosen.add(id);
		}
		this.recent.set(kind, [...recent, ...chosen].slice(-A_MOMENT));
		return [...chosen];
	}

	private row(kind: Kind, isVip = Math.random() < VIPS): Record<string, unknown> {
		const name = `${kind} ${++this.names}`;
		const [named, vip] = [NAMED[kind], kind === 'contact' && isVip ? ` ${VIP}` : ''];
		return { ...ofKind(kind), [named]: name + vip };
	}

	private remember(ids: readonly number[], rows: ReadonlyArray<Record<string, unknown>>): void {
		ids.forEach((id, at) => {
			if (String(rows[at]?.name).includes(VIP)) this.vips.add(id);
		});
	}

	private async written(
		kind: Kind,
		rows: ReadonlyArray<Record<string, unknown>>,
	): Promise<number[]> {
		const until = this.service.now;
		const ids = await this.send(kind, rows);
		const at = this.service.now;
		ids.forEach((record, index) => {
			const row = rows[index] ?? {};
			const [isFirst, isWin] = [row.id === undefined, row.phase !== undefined];
			const name = String(row[NAMED[kind]]);
			this.journal.note({ kind, record, name, at, isFirst, isWin }, until);
		});
		return ids;
	}

	private async send(kind: Kind, rows: readonly object[]): Promise<number[]> {
		return await this.service.steer('POST', `/records/${kind}`, rows);
	}
}
